// What a release holds besides its pages: data sources, models, roles and permissions as they were.
export const name = '0021-release-design'
export const sql = `
-- Null: published before releases knew of models. Such a version leaves the structure of an environment as it is.
alter table manifest add column design jsonb;
`
