// What the texts of an app are in its other languages. The text itself is the key: identical texts are translated once.
export const name = '0051-app-texts'
export const sql = `
create table app_text (
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- BCP 47, of the list in api/models/languages.ts.
  language text not null,
  -- SHA-256 of the text: a text may be longer than what an index takes.
  hash bytea not null,
  source text not null,
  translation text not null,
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null,
  primary key (app_id, language, hash)
);
create index app_text_company on app_text (company_id);
create index app_text_updated_by on app_text (updated_by);
`
