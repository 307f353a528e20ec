// What waits for somebody is counted from the lines that say how much came and went, and no longer by looking at ten thousand tasks each time the list is opened.
export const name = '0221-flow-open-person'
export const sql = `
create index flow_open_person on flow_open (assignee_id, app_id, tag) where what = 'task';
`
