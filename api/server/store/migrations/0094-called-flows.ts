// A case may be called by a step of another one, which waits for its end.
export const name = '0094-called-flows'
export const sql = `
alter table flow_case add column caller_id uuid references flow_case (id) on delete set null;
-- The token of the caller that waits.
alter table flow_case add column caller_token integer not null default 0;
-- How many have called each other down to this one.
alter table flow_case add column depth integer not null default 0;
create index flow_case_caller on flow_case (caller_id, caller_token) where caller_id is not null;
`
