import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { UPDATE_SECTIONS } from '../../services/packages/index.ts'
import { SECTION_LABELS } from './initImport.ts'

export const releaseInitSync: Handler<'release.initSync'> = async ({ query }, { sync, releases, company, app, scope, locale }) => {
  const [services, { fromOptions, tagOptions }] = await Promise.all([sync.services.choices(), releases.start(company, app, {}, locale)])
  const options = {
    fromOptions,
    servicesOptions: services.map(({ id, name }) => ({ label: name, value: id })),
    tagOptions,
    sectionsOptions: UPDATE_SECTIONS.map(value => ({ label: say(locale, SECTION_LABELS[value]), value })),
  }
  if (query.id) return { ...(await sync.tasks.get(scope, query.id, locale)), ...options }
  return { from: query.from ?? 'dev', services: [], syncRelease: false, tag: 'latest', overWriteOldConfig: [...UPDATE_SECTIONS], ...options }
}
