// Passwords that an administrator gave: good for choosing one's own, and for nothing else.
export const name = '0020-initial-passwords'
export const sql = `
alter table person add column password_is_initial boolean not null default false;
`
