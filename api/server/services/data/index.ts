// Data sources of apps, the models in them, and their rows.
import type { Core } from '../../core.ts'
import type { Secrets } from '../secrets.ts'
import { createChoices } from './choices.ts'
import { createConnections } from './connections.ts'
import { createDesign } from './design.ts'
import { createModels } from './models.ts'
import { createRowInput } from './row-input.ts'
import { createRowLabels } from './row-labels.ts'
import type { RowChange, RowFilter } from './row-rules.ts'
import { createRows } from './rows.ts'
import { createSchema } from './schema.ts'
import { createSources } from './sources.ts'

export function createData(core: Core, { secrets, rowFilter }: { secrets: Secrets; rowFilter: RowFilter }) {
  const connections = createConnections(core)
  const sources = createSources(core, { connections, secrets })
  const models = createModels(core, { sources })
  // Nothing is told until the history of rows says otherwise.
  const changed = async (_change: RowChange) => {}
  const input = createRowInput(core)
  const labels = createRowLabels(core, { rowFilter })
  const schema = createSchema(core, { sources, models })
  const rows = createRows({ sources, models, input, labels, rowFilter, changed })
  return {
    connections,
    sources,
    models,
    schema,
    design: createDesign({ sources, models, schema }),
    rows,
    choices: createChoices(core, { rows }),
  }
}
