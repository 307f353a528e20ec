import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'

export const releaseListAvailable: Handler<'release.listAvailable'> = async (_input, { releases, scope, locale }) => {
  const { versions, environments } = await releases.states(scope)
  const items = [
    { label: say(locale, 'Current development version'), value: 'dev' },
    ...versions.map(value => ({ label: value, value })),
    ...environments.map(tag => ({ label: say(locale, 'What {tag} runs', { tag }), value: `env:${tag}` })),
  ]
  return { items, left: versions[0] ?? 'dev', right: 'dev' }
}
