// Which names of models and fields a plan changes, by what was applied last: pages that use them are told, and written anew.
import type { ModelChange } from '../../../../gate/model-uses.ts'
import type { Definition } from '../types.ts'

interface Named {
  key: string
  definition: Definition
}

export function changedNames(source: string, applied: readonly (Named & { modelId: string })[], wanted: readonly (Named & { id: string })[]): ModelChange[] {
  return applied.flatMap(was => {
    const is = wanted.find(one => one.id === was.modelId)
    const fields = Object.fromEntries(
      was.definition.fields.flatMap(({ id, key }) => {
        const to = is ? (is.definition.fields.find(one => one.id === id)?.key ?? null) : key
        return to === key ? [] : [[key, to]]
      }),
    )
    const to = is?.key ?? null
    return to === was.key && !Object.keys(fields).length ? [] : [{ source, model: was.key, to, fields }]
  })
}
