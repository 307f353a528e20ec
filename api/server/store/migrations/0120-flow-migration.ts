// Running instances go on along another revision of their flow: a batch names the revision and which step becomes which.
export const name = '0120-flow-migration'
export const sql = `
alter table flow_batch drop constraint flow_batch_action_check;
alter table flow_batch add constraint flow_batch_action_check check (action in ('RESET', 'SUSPEND', 'RESUME', 'ABORT', 'TRANSFER', 'MIGRATE'));
alter table flow_batch add column definition_hash text;
alter table flow_batch add column node_map jsonb;
`
