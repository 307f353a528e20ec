// Data sources of apps, the models in them, and their rows.
import type { Core } from '../../core.ts'
import type { AccessService } from '../access.ts'
import type { createFiles } from '../files.ts'
import type { Secrets } from '../secrets.ts'
import { createBulk } from './bulk/index.ts'
import { createPickUp } from './bulk/pick-up.ts'
import { createChoices } from './choices.ts'
import { createConnections } from './connections.ts'
import { createDesign } from './design.ts'
import { createModels } from './models.ts'
import { createReleasing } from './releasing.ts'
import { createRowFiles } from './row-files.ts'
import { createRowInput } from './row-input.ts'
import { createRowLabels } from './row-labels.ts'
import { createRowHistory } from './row-history.ts'
import type { MayRead, RowFilter } from './row-rules.ts'
import { createRowReferences } from './row-references.ts'
import { createRowStatements } from './row-statements.ts'
import { createTakeBack } from './row-take-back.ts'
import { createRowTexts } from './row-texts.ts'
import { createRowUndo } from './row-undo.ts'
import { createRows } from './rows.ts'
import { createSampleRows } from './sample-rows.ts'
import { createSchema } from './schema.ts'
import { createSources } from './sources.ts'
import { createExports } from './transfer/exports.ts'
import { createImports } from './transfer/imports.ts'
import { createUnnamedFiles } from './unnamed-files.ts'
import { createViews } from './views.ts'

export function createData(
  core: Core,
  parts: { access: Pick<AccessService, 'findPerson'>; secrets: Secrets; files: ReturnType<typeof createFiles>; rowFilter: RowFilter; mayRead: MayRead },
) {
  const { access, secrets, files, rowFilter, mayRead } = parts
  const connections = createConnections(core)
  const sources = createSources(core, { connections, secrets })
  const models = createModels(core, { sources })
  const history = createRowHistory(core)
  const statements = createRowStatements({ sources, rowFilter, changed: history.record })
  const input = createRowInput(core)
  const labels = createRowLabels(core, { rowFilter })
  const references = createRowReferences({ models, history, statements })
  const takeBack = createTakeBack({ history, statements, references })
  const texts = createRowTexts({ labels })
  const schema = createSchema(core, { sources, models })
  const rows = createRows({ sources, models, input, labels, statements, references, mayRead })
  const imports = createImports(core, { input, statements, labels, rowFilter })
  const unnamedFiles = createUnnamedFiles(core, { models, sources })
  const bulk = createBulk(core, { history, input, references, rows, statements, takeBack, texts })
  return {
    connections,
    sources,
    models,
    schema,
    releasing: createReleasing(core, { schema }),
    design: createDesign({ sources, models, schema }),
    rows,
    bulk,
    pickUp: createPickUp(core, { access, bulk, rows }),
    sampleRows: createSampleRows(core, { models, rowFilter }),
    texts,
    history: createRowUndo({ history, statements, texts, references, takeBack, undoing: bulk.undoing }),
    async removeExpired() {
      await Promise.all([history.removeExpired(), imports.removeExpired(), bulk.removeExpired(), unnamedFiles.remove()])
    },
    exports: createExports({ labels, statements }),
    imports,
    files: createRowFiles(core, { files, statements }),
    unnamedFiles,
    views: createViews(core),
    choices: createChoices(core, { rows, mayRead }),
  }
}

export type Data = ReturnType<typeof createData>
