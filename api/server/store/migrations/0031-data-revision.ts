// What an environment's database holds of the models is kept in memory under a mark that every call brings along with its app.
export const name = '0031-data-revision'
// No count on the app's row: a release holds that row locked while it writes down, apart from its transaction, what it did in other databases.
export const sql = `
create sequence data_applied_revision;
alter table data_applied add column revision bigint not null default nextval('data_applied_revision');

create function data_applied_changed() returns trigger language plpgsql as $$
begin
  new.revision := nextval('data_applied_revision');
  return new;
end $$;
create trigger data_applied_changed before update on data_applied for each row execute function data_applied_changed();
`
