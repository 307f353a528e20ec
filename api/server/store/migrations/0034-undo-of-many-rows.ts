// Taking a change of many rows back is work done aside as well.
export const name = '0034-undo-of-many-rows'
export const sql = `
-- The change that is taken back, how often that was begun, and, beside an external database, what it is written down as while nobody knows how it ended.
alter table row_bulk add column change_id uuid references row_change (id) on delete cascade;
alter table row_bulk add column attempts integer not null default 1;
alter table row_bulk add column undo_id uuid references row_change (id) on delete set null;
create unique index row_bulk_undoing on row_bulk (change_id) where state = 'working';
create index row_bulk_change on row_bulk (change_id) where change_id is not null;
create index row_bulk_undo on row_bulk (undo_id) where undo_id is not null;
create index row_bulk_working on row_bulk (touched_at) where state = 'working';
`
