// Hosts besides this server whose pictures, media and frames the pages of an organisation may show.
export const name = '0042-outside-hosts'
export const sql = `
alter table company add column outside_hosts jsonb not null default '[]' check (jsonb_typeof(outside_hosts) = 'array');
`
