// Since when nothing names a content: what stays unused for some days is swept.
export const name = '0006-unused-bodies'
export const sql = `
alter table screen_body drop column kept_at, add column unused_since timestamptz;
alter table body drop column kept_at, add column unused_since timestamptz;
`
