// What a board is searched and filtered by. It stands in the address, as with the table of rows, so that it can be linked and gone back to.
import { useEffect, useRef, useState } from 'react'
import type { RendererProps } from 'amis-core'
import { addressWith, shownIn, shownOf, startWith, type Shown } from '../tessera-data-table/address.ts'
import { useListName } from '../tessera-data-table/list-name.ts'
import type { Values } from '../tessera-data-table/values.ts'

export function useSought(data: RendererProps['data'], env: RendererProps['env']) {
  const name = useListName('board')
  const { query } = data as { query?: Record<string, unknown> }
  const addressed = JSON.stringify(shownIn(query, name))
  const [{ text, visit }, setGiven] = useState({ text: addressed, visit: 0 })
  const said = useRef(addressed)
  useEffect(() => {
    if (addressed === said.current) return
    said.current = addressed
    setGiven(before => ({ text: addressed, visit: before.visit + 1 }))
  }, [addressed])
  const sought = startWith(JSON.parse(text) as Shown, undefined)

  /** `keywords` and `_conditions`, as far as they change. */
  function seek(change: Values) {
    const shown = shownOf({ ...sought, ...change }, undefined)
    const next = JSON.stringify(shown)
    setGiven({ text: next, visit })
    if (next === said.current || !query) return
    said.current = next
    env.updateLocation(addressWith(query, name, shown))
  }
  /** `visit` is another number whenever somebody comes by the address. */
  return { sought, seek, visit }
}
