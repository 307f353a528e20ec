// Which templates were installed, how often.
export const name = '0029-templates'
export const sql = `
create table template_install (
  id uuid primary key,
  template_id text not null,
  user_id uuid references person (id) on delete set null,
  company_id uuid not null references company (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  name text not null,
  no_data boolean not null,
  created_at timestamptz not null default now(),
  -- An app is installed once, however often that is told.
  unique (app_id, template_id)
);
create index template_install_by_template on template_install (template_id);
create index template_install_by_user on template_install (user_id);
create index template_install_by_company on template_install (company_id);
`
