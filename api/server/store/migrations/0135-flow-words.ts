// Instances are found by a part of their title: an index of the pieces of letters of which titles consist. Not pg_trgm: not every PostgreSQL has it, it asks the
// language of the database which signs are letters, and where that is C, as ours is, Chinese ones are none; and words of two signs, as most Chinese ones are, it cannot find.
export const name = '0135-flow-words'
export const sql = `
-- Two letters one after the other, three where those are of ASCII, and each sign that is not; by hash, of one environment each.
create function flow_grams(space text, title text) returns bigint[] language plpgsql immutable parallel safe cost 2000 as $$
declare
  letters text[] := string_to_array(lower(title), null);
  many integer := coalesce(array_length(letters, 1), 0);
  seed bigint := hashtextextended(space, 0);
  grams bigint[] := '{}';
begin
  for i in 1 .. many loop
    if ascii(letters[i]) > 127 then
      grams := grams || hashtextextended(letters[i], seed);
    end if;
    if i < many then
      grams := grams || hashtextextended(letters[i] || letters[i + 1], seed);
    end if;
    if i < many - 1 and ascii(letters[i]) < 128 and ascii(letters[i + 1]) < 128 then
      grams := grams || hashtextextended(letters[i] || letters[i + 1] || letters[i + 2], seed);
    end if;
  end loop;
  return grams;
end $$;
create index flow_case_words on flow_case using gin (flow_grams(app_id::text || tag, title));
-- How often the pieces are there.
analyze flow_case;
`
