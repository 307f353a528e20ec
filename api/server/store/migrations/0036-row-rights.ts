// What may be done with rows is a permission of data models. Whoever could do it by managing data goes on doing it.
export const name = '0036-row-rights'
export const sql = `
insert into permission_list (app_id, environment, list, company_id, roles, owner)
select l.app_id, '', 'model:' || option, l.company_id,
  array(select id from (select unnest(l.roles) as id union select r.id from role r where r.app_id = l.app_id and r.built_in = 'admin') each order by id), true
from permission_list l, unnest(array['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows']) as option
where l.list = 'dataManage' and l.environment = ''
on conflict do nothing;
-- An environment that says for itself who manages its data says so of each model.
insert into permission_override (role_id, kind, option, resource_id, environment, app_id, company_id, allow)
select r.id, 'model', option, m.id, l.environment, l.app_id, l.company_id, r.id = any (l.roles)
from permission_list l
join data_model m on m.app_id = l.app_id
join role r on r.app_id = l.app_id
left join permission_list a on a.app_id = l.app_id and a.environment = '' and a.list = 'dataManage',
  unnest(array['createRows', 'editRows', 'deleteRows', 'importRows', 'exportRows']) as option
where l.list = 'dataManage' and l.environment <> '' and (r.id = any (l.roles)) <> (r.built_in is not distinct from 'admin' or r.id = any (coalesce(a.roles, '{}')))
on conflict do nothing;
`
