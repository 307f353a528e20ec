// What is said about a data source or a model goes with it.
export const name = '0016-permission-resources'
export const sql = `
create trigger data_model_overrides after delete on data_model referencing old table as gone for each statement execute function forget_overrides('model');
create trigger data_source_overrides after delete on data_source referencing old table as gone for each statement execute function forget_overrides('source');
`
