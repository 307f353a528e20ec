// Apps made at once: pages of models (pages/), models with rows and pages of a workbook (sheets/).
import type { Core } from '../../core.ts'
import type { Data } from '../data/index.ts'
import type { createPages } from '../page/index.ts'
import { createPageStarter } from './pages/index.ts'
import { createSheets } from './sheets/index.ts'

export type { MadePage } from './pages/made-pages.ts'

export function createStarter(core: Pick<Core, 'db' | 'log' | 'workers'>, { data, pages }: { data: Data; pages: ReturnType<typeof createPages> }) {
  return { ...createPageStarter({ data, pages }), sheets: createSheets(core, { data }) }
}
