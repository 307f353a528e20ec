// Widget templates and their groups, of the platform, an organisation or an app; shares that show one.
export const name = '0028-widget-templates'
export const sql = `
create table widget_group (
  id uuid primary key,
  -- Both empty: of the platform. Only the app empty: of the organisation.
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  name text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  check (app_id is null or company_id is not null)
);
create index widget_group_level on widget_group (company_id, app_id);
create index widget_group_app on widget_group (app_id);

create table widget_template (
  id uuid primary key,
  company_id uuid references company (id) on delete cascade,
  app_id uuid references app (id) on delete cascade,
  group_id uuid references widget_group (id),
  name text not null,
  code text not null default '',
  -- 0 amis, 1 aipage, 2 mini-program, 3 quick app, 4 quick-app card
  widget_type integer not null default 0,
  custom_preview_img text not null default '',
  -- Drawn from the schema whenever it is saved.
  screenshot text not null default '',
  status integer not null default 1,
  description text not null default '',
  -- The exact JSON text of the schema.
  body text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid references person (id) on delete set null,
  updated_at timestamptz not null default now(),
  updated_by uuid references person (id) on delete set null,
  check (app_id is null or company_id is not null)
);
create index widget_template_level on widget_template (company_id, app_id, updated_at desc);
create index widget_template_app on widget_template (app_id);
create index widget_template_group on widget_template (group_id);
create index widget_template_creator on widget_template (created_by);
create index widget_template_editor on widget_template (updated_by);

alter table share add column template_id uuid references widget_template (id) on delete set null;
create index share_template on share (template_id);
`
