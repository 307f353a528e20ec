// Whatever deletes asks before, and its question names what goes: in the text of the confirmation, or in the dialog that it stands in.
import { describe, expect, it } from 'vitest'
import { findCall, isAddressKey, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import { nodesOf, screens, type Node } from '../support/shipped.ts'

/** Takes something away for good, whatever its method. */
const TAKES_AWAY = /\.(delete|remove|revoke|unbind|leave)[A-Z]?/
/** What needs no name, or is asked elsewhere, by call. */
const REASONS: Record<string, string> = {
  'i.removeTotp': 'There is one code generator.',
  'permission.deleteOption': 'The grid asks itself (renderers/tessera-permission-matrix).',
}
/** A text that shows a value of what it is about. */
const NAMES = /\$\{[^}]*\b(name|nickName|title|label|what|ip|email|phone|type|sentences|items|selectedItems)\b/

interface Found {
  screen: string
  call: string
  texts: string[]
}

function deletionsIn(screen: string, schema: unknown): Found[] {
  const found: Found[] = []
  function walk(node: unknown, dialog: Node | undefined) {
    if (Array.isArray(node)) return node.forEach(item => walk(item, dialog))
    if (!node || typeof node !== 'object') return
    const part = node as Node
    for (const [key, value] of Object.entries(part)) {
      const address = isAddressKey(key) ? readAddress(key, value, String(part.type ?? '')) : undefined
      const call = address && findCall(address, contracts).call
      if (call && (call.method === 'DELETE' || TAKES_AWAY.test(call.id)))
        found.push({ screen, call: call.id, texts: part.confirmText ? [String(part.confirmText)] : textsOf(dialog) })
      walk(value, (key === 'dialog' || key === 'drawer') && value && typeof value === 'object' ? (value as Node) : dialog)
    }
  }
  walk(schema, undefined)
  return found
}
const textsOf = (dialog: Node | undefined) =>
  dialog ? [String(dialog.title ?? ''), ...nodesOf(dialog.body).flatMap(node => (typeof node.tpl === 'string' ? [node.tpl] : []))] : []

const all = (await Promise.all((await screens.ids()).map(async id => deletionsIn(id, (await screens.get(id))?.schema)))).flat()

describe('what deletes', () => {
  it('is asked about in words that name what goes', () => {
    expect(all.length).toBeGreaterThan(40)
    const unnamed = all.filter(({ call, texts }) => !REASONS[call] && !texts.some(text => NAMES.test(text)))
    expect(unnamed).toEqual([])
  })

  it('has no reasons that nothing needs any more', () => {
    expect(Object.keys(REASONS).filter(call => !all.some(one => one.call === call && !one.texts.some(text => NAMES.test(text))))).toEqual([])
  })
})
