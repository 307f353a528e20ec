// Widget templates: pieces of pages that are kept to be used again, at three levels.
import type { Core } from '../../core.ts'
import type { createFiles } from '../foundation/files.ts'
import type { GateService } from '../screen/gate.ts'
import { createTemplateGroups } from './groups.ts'
import { createTemplateStore } from './templates.ts'
import { createTemplateTransfer } from './transfer.ts'

export { appLevel, companyLevel, PLATFORM, readingLevel } from './level.ts'
export { idsIn } from './names.ts'
export { unknownTemplate } from './rows.ts'

export function createWidgetTemplates(core: Pick<Core, 'config' | 'db' | 'log'>, parts: { files: ReturnType<typeof createFiles>; gate: GateService }) {
  const groups = createTemplateGroups(core)
  const store = createTemplateStore(core, { ...parts, groups })
  return {
    ...store,
    ...createTemplateTransfer(core, { ...parts, groups, store }),
    groups,
    /** Whether templates have a code where a browser is: on the vendor's own site. */
    hasCode: (origin: string) => core.config.vendorHost !== '' && [new URL(origin).host, new URL(origin).hostname].includes(core.config.vendorHost),
  }
}
