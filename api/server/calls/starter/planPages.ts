import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const starterPlanPages: Handler<'starter.planPages'> = async ({ body }, { starter, permissions, app, user, locale, scope }) => {
  const maySee = await permissions.rights.on(app, user, 'model', 'read')
  const { choices, models, pages, unapplied } = await starter.plan(scope, body.models, locale, maySee)
  return {
    choices,
    models: models.map(({ options, ...model }) => ({
      ...model,
      options: options.map(({ kind, label, description, reason, labels }) => ({
        kind,
        label: say(locale, label),
        description: say(locale, description),
        reason: say(locale, reason),
        labels,
      })),
    })),
    pages: pages.map(({ as, modelId, name, path, visible }) => ({ as, modelId, name, path, visible })),
    unapplied,
  }
}
