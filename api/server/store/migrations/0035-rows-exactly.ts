// What undoing writes back is what the database held, and not what fields make of it.
export const name = '0035-rows-exactly'
export const sql = `
-- Texts of the database's own by the ids of fields, or by column: and the name of a column that no field reads; what the value beside says already is left out.
alter table row_change_row add column exact_before jsonb;
alter table row_change_row add column exact_after jsonb;
`
