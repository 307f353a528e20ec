// Widget templates: pieces of pages that are kept to be used again, at three levels.
import type { Core } from '../../core.ts'
import type { createFiles } from '../foundation/files.ts'
import type { GateService } from '../screen/index.ts'
import { createTemplateGroups } from './groups.ts'
import { numberOf, type Level } from './level.ts'
import { createTemplateStore } from './templates.ts'
import { createTemplateTransfer } from './transfer.ts'

export { levelOf, readingLevelOf } from './level.ts'
export { idsIn } from './names.ts'
export { unknownTemplate } from './rows.ts'

export function createWidgetTemplates(core: Pick<Core, 'config' | 'db' | 'log'>, parts: { files: ReturnType<typeof createFiles>; gate: GateService }) {
  const groups = createTemplateGroups(core)
  /** Whether templates of a level have a code where a browser is: those of the platform, on the vendor's own site. */
  const hasCode = (level: Level, origin: string) => {
    const { host, hostname } = new URL(origin)
    return numberOf(level) === 1 && core.config.vendorHost !== '' && [host, hostname].includes(core.config.vendorHost)
  }
  const store = createTemplateStore(core, { ...parts, groups, hasCode })
  return {
    ...store,
    ...createTemplateTransfer(core, { ...parts, groups, hasCode, store }),
    groups,
    hasCode,
  }
}
