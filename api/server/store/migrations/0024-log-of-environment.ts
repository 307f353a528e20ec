// The log of one environment, for those who may read no other: newest first, like every list of it.
export const name = '0024-log-of-environment'
export const sql = `
create index audit_app_environment on audit (app_id, (context ->> 'environment'), at desc, id desc);
`
