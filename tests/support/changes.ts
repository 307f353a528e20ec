// Whether anything was changed in a test's database since it was last looked at, for less than looking at it: some five thousand refused calls of a run
// have to leave everything as it was.

/** Tables whose rows a refused call may write; `flow_open` says again what stands in others, in lines that are brought together at any moment. */
export const NOT_COMPARED = new Set([
  'flow_open',
  'session',
  'rate',
  'audit',
  'tessera_migration',
  'page_editor',
  'screen_editor',
  'signin_event',
  'signin_guard',
])

/** A sequence that goes on with each statement that writes into a table of the platform, also one that is rolled back. Of PostgreSQL 15 or later. */
export const COUNT_CHANGES = `
  create schema test_changes;
  create sequence test_changes.made;
  create function test_changes.note() returns trigger language plpgsql as $$ begin perform nextval('test_changes.made'); return null; end $$;
  do $$
  declare one regclass;
  begin
    for one in
      select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all ('{${[...NOT_COMPARED].join()}}')
    loop
      execute format('create trigger test_changes after insert or update or delete or truncate on %s for each statement execute function test_changes.note()', one);
      -- Those that change rows past all that watches them are seen too.
      execute format('alter table %s enable always trigger test_changes', one);
    end loop;
  end $$`

/** Where the sequence stands, with the number of tables: one that was made later is not counted in it. No row in a database without the sequence. */
export const CHANGES = `
  select coalesce(pg_sequence_last_value(s.oid), 0) || ' ' || (select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace) as at
  from pg_class s where s.oid = to_regclass('test_changes.made')`
