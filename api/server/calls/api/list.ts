import type { Handler } from '../../handler.ts'
import { mayCreate } from '../../services/foundation/access/rights.ts'
import { summaryOf } from '../../services/api/index.ts'

export const apiList: Handler<'api.list'> = async ({ query }, { resources, permissions, app, user, scope }) => {
  const { rights } = permissions
  const [apis, groups] = await Promise.all([resources.list(scope, 'api'), resources.list(scope, 'apigroup')])
  const may = async (kind: 'api' | 'apigroup') => {
    const [read, edit, remove] = await Promise.all(['read', 'edit', 'delete'].map(option => rights.on(app, user, kind, option)))
    return {
      read: (id: string, owner: string | null) => read?.(id, owner) === true,
      of: (id: string, owner: string | null) => ({ edit: edit?.(id, owner) === true, delete: remove?.(id, owner) === true }),
    }
  }
  const [ofApis, ofGroups] = await Promise.all([may('api'), may('apigroup')])
  const seen = apis.filter(one => ofApis.read(one.id, one.ownerId))
  const words = (query.keywords ?? '').trim().toLowerCase()
  const items = seen
    .filter(one => !query.groupId || (query.groupId === 'none' ? one.parentId === null : one.parentId === query.groupId))
    .map(one => summaryOf(one, ofApis.of(one.id, one.ownerId)))
    .filter(one => !words || [one.key, one.name, one.description, one.address].some(text => text.toLowerCase().includes(words)))
  return {
    items,
    groups: groups
      .filter(one => ofGroups.read(one.id, one.ownerId))
      .map(({ id, key, name, description, ownerId }) => {
        const { edit: mayEdit, delete: mayDelete } = ofGroups.of(id, ownerId)
        return { id, key, name, description, count: seen.filter(one => one.parentId === id).length, mayEdit, mayDelete }
      }),
    mayCreate: mayCreate(app, 'api'),
    mayCreateGroup: mayCreate(app, 'apigroup'),
  }
}
