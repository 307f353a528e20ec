// A view of rows keeps how wide columns are and which stay in view, besides which columns there are.
export const name = '0045-view-looks'
export const sql = `
alter table data_view add column look jsonb not null default '{}';
`
