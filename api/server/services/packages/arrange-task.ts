// Arranging the models of a package as a task: hundreds of models, each field held against those of its model and of the app.
import { setImmediate as breathe } from 'node:timers/promises'
import type { DataDesign, DesignedModel, DesignModel } from '../data/index.ts'
import { task, type Workers } from '../foundation/workers.ts'
import { arrangeModels, type ArrangedModels, type DataThere } from './arrange-models.ts'
import type { OnConflict } from './placing.ts'

const MODELS_AT_ONCE = 20
/** With its models as texts. */
type Texts<T extends { models: unknown }> = Omit<T, 'models'> & { models: string[] }
type Options = { file: string; onConflict: OnConflict }

/** Models as texts of a few each, which are written and read with others answered in between. */
async function written(models: readonly object[]): Promise<string[]> {
  const texts: string[] = []
  for (let at = 0; at < models.length; at += MODELS_AT_ONCE) {
    if (at) await breathe()
    texts.push(JSON.stringify(models.slice(at, at + MODELS_AT_ONCE)))
  }
  return texts
}
const read = <T>(texts: readonly string[]) => texts.flatMap(text => JSON.parse(text) as T[])
/** What JSON does not keep. */
const revived = (model: DesignedModel): DesignedModel => ({ ...model, hash: Buffer.alloc(0), updatedAt: new Date(model.updatedAt) })

export const arrange = task({
  name: 'packages.arrange',
  lane: 'quick',
  from: 200_000,
  async run({ design, there, options }: { design: Texts<DataDesign>; there: Texts<DataThere>; options: Options }) {
    const models = read<DesignModel>(design.models)
    const { ids, sources, made, notes } = arrangeModels({ ...design, models }, { ...there, models: read<DesignedModel>(there.models).map(revived) }, options)
    return { ids, sources, made: await written([...made.values()]), notes }
  },
})

/** What becomes of the models of a package; of many or large ones it is found in a thread. */
export async function arranged(workers: Pick<Workers, 'do'>, design: DataDesign, there: DataThere, options: Options): Promise<ArrangedModels> {
  const texts = { design: await written(design.models), there: await written(there.models.map(model => ({ ...model, hash: undefined }))) }
  const size = [...texts.design, ...texts.there].reduce((sum, text) => sum + text.length, 0)
  const { made, ...rest } = await workers.do(arrange, { design: { ...design, models: texts.design }, there: { ...there, models: texts.there }, options }, size)
  const list: DesignedModel[] = []
  for (const text of made) {
    list.push(...read<DesignedModel>([text]).map(revived))
    if (made.length > 1) await breathe()
  }
  return { ...rest, made: new Map(list.map(model => [model.id, model])) }
}
