// What may stand before a bracket in SQL that somebody wrote. Functions only compute; what is not here may do anything: read files, take locks, change settings.
import type { Engine } from '../../columns.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words of the language itself, and types that have a size. */
export const WORDS = words(`
  select from where having with recursive as on using in and or not exists any all some over by filter within group distinct lateral join union except
  intersect values case when then else between like ilike similar to escape is limit offset array row sets rollup cube materialized only partition
  interval grouping cast extract position substring overlay trim coalesce nullif greatest least
  numeric decimal varchar char character varying timestamp timestamptz time bit float
`)

const BOTH = `
  count sum avg min max stddev stddev_pop stddev_samp variance var_pop var_samp
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round mod power pow sqrt exp ln log sign degrees radians sin cos tan asin acos atan atan2 pi
  lower upper length char_length character_length octet_length ltrim rtrim replace substr left right concat concat_ws reverse ascii md5
  now current_date current_time current_timestamp
`

export const FUNCTIONS: Record<Engine, ReadonlySet<string>> = {
  postgres: words(`${BOTH}
    bool_and bool_or every string_agg array_agg json_agg jsonb_agg percentile_cont percentile_disc mode corr covar_pop covar_samp regr_slope regr_intercept regr_r2
    trunc div cbrt width_bucket initcap btrim split_part strpos starts_with translate chr to_char to_number to_date to_timestamp regexp_replace
    date_trunc date_part date_bin age make_date make_time make_timestamp make_timestamptz make_interval justify_days justify_hours justify_interval timezone
    generate_series unnest cardinality array_length array_to_string num_nulls num_nonnulls
    jsonb_array_length json_array_length jsonb_extract_path_text json_extract_path_text jsonb_build_object json_build_object jsonb_array_elements
    jsonb_array_elements_text jsonb_typeof isfinite
  `),
  mysql: words(`${BOTH}
    std group_concat bit_count if ifnull truncate lcase ucase mid instr locate format date year month day week weekofyear quarter yearweek dayofweek dayofmonth
    dayofyear weekday hour minute second dayname monthname last_day date_format date_add date_sub datediff timestampdiff timestampadd adddate subdate
    curdate curtime str_to_date makedate maketime from_unixtime unix_timestamp to_days from_days time_to_sec sec_to_time convert_tz utc_timestamp utc_date
    json_extract json_unquote json_value json_length json_type json_valid convert field elt strcmp
  `),
}

/** Written without brackets, they would still be more than a value. */
export const NEVER = words(`into insert update delete merge truncate copy lock procedure outfile dumpfile handler do call
  regclass regproc regprocedure regoper regoperator regtype regrole regnamespace regconfig regdictionary regcollation`)

/** Schemas that tell of the database itself, beside everything that begins with `pg_`. */
export const OF_DATABASE: Record<Engine, ReadonlySet<string>> = {
  postgres: words('information_schema'),
  mysql: words('information_schema performance_schema mysql sys'),
}
