// Fields to choose from: what fills them is a list of choices, whichever of amis' ways asks for it.
import { describe, expect, it } from 'vitest'
import { findCall, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import { nodesOf, schemaOf, screens } from '../support/shipped.ts'

const CHOOSES =
  /^(select|multi-select|tree-select|input-tree|nested-select|chained-select|checkboxes|radios|list-select|button-group-select|transfer|input-tag)$/
const ids = await screens.ids()

/** What fills the fields of a screen: `field: call`, and whether its answer is choices. */
async function sourcesOf(id: string) {
  return nodesOf(await schemaOf(id)).flatMap(node =>
    (['source', 'autoComplete', 'deferApi', 'searchApi'] as const).flatMap(key => {
      const address = CHOOSES.test(String(node.type)) ? readAddress(key, node[key], node.type) : undefined
      const call = address && findCall(address, contracts).call
      if (!call) return []
      const mapped = (address.options.responseData as { options?: unknown } | undefined)?.options
      const answers = call.schemas.response as { properties?: Record<string, unknown> }
      return {
        of: `${id} ${String(node.name)} ${key}: ${call.id}`,
        isChoices: !!mapped || !!answers.properties?.options,
        url: address.url,
        query: address.query,
      }
    }),
  )
}

describe('choices that are asked for', () => {
  const found: Awaited<ReturnType<typeof sourcesOf>> = []
  it.each(ids)('%s: come as options, or are mapped to options', async id => {
    const sources = await sourcesOf(id)
    found.push(...sources)
    // amis' fields take `items` from a source and not from a search, where the answer itself becomes the list: one way for both.
    expect(sources.filter(source => !source.isChoices).map(source => source.of)).toEqual([])
  })
  it.each(ids)('%s: a number out of range is told, not changed into another one', async id => {
    const numbers = nodesOf(await schemaOf(id)).filter(node => node.type === 'input-number')
    expect(numbers.filter(node => 'min' in node || 'max' in node).map(node => node.name)).toEqual([])
  })
  it('are looked at at all', () => expect(found.length).toBeGreaterThan(20))
})
