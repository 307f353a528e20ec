// Triggers that led to a case stand in what is kept of it: they change as messages come and people decide.
export const name = '0210-led-cases'
export const sql = `
update flow_case set state = jsonb_set(state, '{led}', t.origin) from trigger_case t where t.case_id = flow_case.id and flow_case.ended_at is null;
drop table trigger_case;
`
