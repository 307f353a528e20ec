// Choosing a new password without the old one: a browser that proves whose account it is, and when codes were sent.
export const name = '0011-reset'
export const sql = `
create table reset_session (
  -- SHA-256 of the browser's cookie; the hashes below are salted with the cookie itself, which is kept nowhere.
  token_hash bytea primary key,
  -- What the picture shows, or the answer to the question; gone once it was tried.
  graph_hash bytea,
  graph_until timestamptz,
  -- The code that was sent last, and to which email or phone; the code is gone once it was used.
  account_hash bytea,
  code_hash bytea,
  code_until timestamptz,
  code_tries integer not null default 0,
  -- Who may choose a password here, and until when.
  user_id uuid references person (id) on delete cascade,
  verified_until timestamptz,
  expires_at timestamptz not null
);
create index reset_session_by_expiry on reset_session (expires_at);
create index reset_session_by_user on reset_session (user_id);

-- When an email or phone was last sent a code, whether somebody has it or not.
create table reset_send (
  account_hash bytea primary key,
  sent_at timestamptz not null
);

-- A phone is written down with blanks and a country's number, and found by its last eleven digits.
create index person_phone on person (right(regexp_replace(phone, '[^0-9]', '', 'g'), 11)) where phone <> '';
`
