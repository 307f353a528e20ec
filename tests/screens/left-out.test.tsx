// What a screen leaves out of a request is not in it: the bodies that amis makes where nothing was entered.
import { buildApi, type Api } from 'amis-core'
import { expect, it } from 'vitest'
import { findCall, isAddressKey, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import { nodesOfScreen, screens } from '../support/shipped.ts'

const LEFT_OUT = /'__undefined'/

it('a value that a screen means to leave out is not sent, and no call needs it', async () => {
  const sent: string[] = []
  const needed: string[] = []
  let count = 0
  for (const id of await screens.ids())
    for (const node of await nodesOfScreen(id))
      for (const [key, value] of Object.entries(node)) {
        const address = isAddressKey(key) ? readAddress(key, value, String(node.type ?? '')) : undefined
        const data = address?.options.data as Record<string, unknown> | undefined
        const names = Object.keys(data ?? {}).filter(name => LEFT_OUT.test(String(data?.[name])))
        if (!address || address.method === 'GET' || !names.length) continue
        // Some say when a value goes, others when it does not.
        const made = [{}, { type: 2, standalone: true }].map(
          entered => buildApi({ ...(value as object), method: address.method.toLowerCase() } as Api, entered).data as object,
        )
        const { call } = findCall(address, contracts)
        for (const name of names) {
          count++
          if (made.every(body => name in body)) sent.push(`${id} ${call?.id} ${name}`)
          if (call && (call.schemas.body.required as string[] | undefined)?.includes(name)) needed.push(`${id} ${call.id} ${name}`)
        }
      }
  expect({ sent, needed }).toEqual({ sent: [], needed: [] })
  expect(count).toBeGreaterThan(40)
})
