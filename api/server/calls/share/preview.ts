import { modelUses, type ModelChange } from '../../../gate/model-uses.ts'
import { mayInApp } from '../../services/foundation/access/index.ts'
import type { Handler } from '../../handler.ts'

/** Shares show the rows that the running app has. */
const LIVE = 'latest'

export const sharePreview: Handler<'share.preview'> = async ({ query }, { sharing, permissions, data, company, app, user, locale, scope }) => {
  await permissions.pages.check(app, user, 'edit', query.pageId)
  const { schema, share, frame } = await sharing.preview.of(scope, { company: company.key, app: app.key }, user.name, {
    type: query.type ?? 1,
    pageId: query.pageId,
  })
  const known = (await data.models.keys(scope)).filter(one => one.modelKey !== null)
  const asked: ModelChange[] = known.map(({ key, modelKey }) => ({ source: key, model: modelKey ?? '', to: null, fields: {} }))
  const { uses } = modelUses(schema, asked)
  const used = known.filter(({ modelKey, modelId }) => modelId && uses.some(use => use.model === modelKey && !use.field))
  const live = await data.models.appliedMany(
    { ...scope, tag: LIVE },
    used.map(({ modelId }) => modelId ?? ''),
  )
  const running = { ...app, tag: LIVE }
  const guest = (resource: string, option: string) => permissions.explain(running, { userId: 'guest', resource, option }, locale)
  const models = await Promise.all(
    used.map(async ({ modelId, modelName }) => {
      const id = modelId ?? ''
      const { allow, text } = await guest(`model:${id}`, 'read')
      const guests = !live.has(id) ? ('unpublished' as const) : allow ? ('read' as const) : ('refused' as const)
      return { id, name: modelName ?? '', guests, why: guests === 'refused' ? text : '' }
    }),
  )
  const [{ allow: mayOpen }, roles] = await Promise.all([guest('app', 'access'), permissions.lists.roles(app, locale)])
  return {
    share,
    frame,
    models,
    hidden: models.filter(({ guests }) => guests !== 'read').length,
    mayGrant: mayInApp(app, 'resourceAcl'),
    guestRoleId: (mayOpen && roles.find(role => role.isAppGuest)?.value) || '',
  }
}
