import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { UPDATE_SECTIONS } from '../../services/packages/index.ts'

/** What the sections of an update are called. */
export const SECTION_LABELS = { api: 'APIs', acl: 'Roles and permissions', appAuth: 'Who may do what with the app' } as const

export const releaseInitImport: Handler<'release.initImport'> = async (_input, { locale }) => ({
  overWriteOldConfig: [...UPDATE_SECTIONS],
  removeOldStuff: false,
  sectionsOptions: UPDATE_SECTIONS.map(value => ({ label: say(locale, SECTION_LABELS[value]), value })),
})
