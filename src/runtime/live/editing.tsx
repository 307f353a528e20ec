// Says it when a row whose form is open was changed by somebody else, and lets the person choose field by field before it is saved.
import { useEffect, useRef, useState } from 'react'
import { createPortal, findDOMNode } from 'react-dom'
import { buildApi } from 'amis-core'
import { readModelAddress } from '../../../api/models/address.ts'
import { Icon } from '../../icons.tsx'
import { t, useLocale } from '../../i18n.ts'
import type { ConsoleEnv } from '../../amis/env.ts'
import { whoOf, type Conflicts } from './conflicts.ts'
import type { Change } from './follow.ts'
import { differences, type Row } from './merge.ts'
import { modelOf, partsIn, type Part } from './parts.ts'
import './editing.css'

interface Told {
  part: Part
  who: string
  /** Undefined for a row that is gone. */
  theirs?: Row
  at: string
  id: string
}
interface Open {
  part: Part
  at: string
  id: string
  values: Row
}

/** Forms that change a row of a model. */
function* openForms(scope: unknown, model: string | undefined): Generator<Open> {
  for (const part of partsIn(scope)) {
    const { type, api, store } = part.props
    const isOther = type !== 'form' || part.props.static || !api || !store?.data
    if (isOther || (model !== undefined && modelOf(api) !== model)) continue
    const values = store.data as Row
    const built = buildApi(api as never, values, { ignoreData: true })
    const named = /^put$/i.test(built.method ?? '') ? readModelAddress(built.url.replace(/^\w+:(?=model:)/i, '')) : undefined
    const [, id, more] = named?.rest.split('/') ?? []
    if (named && id && more === undefined) yield { part, at: `model:${named.source}/${named.model}`, id: decodeURIComponent(id), values }
  }
}

/** Of a form that was closed meanwhile there is none, and React refuses to look. */
function elementOf(part: Part): HTMLElement | null {
  try {
    // oxlint-disable-next-line react/no-find-dom-node -- amis' form is a class, and tells nobody its element
    return findDOMNode(part as never) as HTMLElement | null
  } catch {
    return null
  }
}

/** `listen` hands over who is to be told of changes of rows. */
export function EditedMeanwhile({
  env,
  conflicts,
  scope,
  listen,
}: {
  env: Pick<ConsoleEnv, 'request'>
  conflicts: Conflicts
  scope(): unknown
  listen(told: (change: Change) => void): () => void
}) {
  useLocale()
  const [told, setTold] = useState<Told>()
  /** Versions that were said, by row. */
  const said = useRef(new Map<string, unknown>())

  useEffect(
    () =>
      listen(({ model, ids }) => {
        for (const { part, at, id, values } of openForms(scope(), model)) {
          if (ids && !ids.includes(id)) continue
          void env.request({ method: 'get', url: `${at}/${encodeURIComponent(id)}` } as never).then(
            answer => {
              const { data, code } = (answer.data ?? {}) as { data?: { row?: Row }; code?: string }
              const theirs = data?.row
              const key = `${at}/${id}`
              const version = theirs ? theirs.version : code === 'data.rowUnknown' ? 'gone' : undefined
              if (version === undefined || version === values.version || said.current.get(key) === version) return
              // What is being saved here comes back as a change, too.
              const isStill = [...openForms(scope(), model)].some(one => one.part === part && one.id === id && one.values.version !== version)
              if (!isStill || typeof values.version !== 'number') return
              said.current.set(key, version)
              setTold({ part, at, id, who: theirs ? whoOf(theirs) : '', ...(theirs && { theirs }) })
            },
            () => {},
          )
        }
      }),
    [env, scope, listen],
  )
  // A form that is closed or saved needs no word any more.
  useEffect(() => {
    if (!told) return
    const look = setInterval(() => {
      const open = [...openForms(scope(), undefined)].find(one => one.part === told.part && one.id === told.id)
      if (!open || (told.theirs && open.values.version === told.theirs.version)) setTold(undefined)
    }, 500)
    return () => clearInterval(look)
  }, [told, scope])

  // In the form, whatever it lies in: a drawer keeps what is beside it from the eye and the keyboard.
  const [place, setPlace] = useState<HTMLElement>()
  const part = told?.part
  useEffect(() => {
    const around = part ? elementOf(part) : null
    const form = around?.matches('form') ? around : (around?.querySelector<HTMLElement>('form') ?? around)
    if (!form) return
    const host = document.createElement('div')
    form.prepend(host)
    setPlace(host)
    return () => {
      host.remove()
      setPlace(undefined)
    }
  }, [part])

  async function compare({ part, at, id, who, theirs }: Told) {
    if (!theirs) return
    const answer = await env.request({ method: 'get', url: `${at}/${encodeURIComponent(id)}` } as never)
    const { row = theirs, fields = [] } = ((answer.data as { data?: { row?: Row; fields?: never[] } })?.data ?? {}) as { row?: Row; fields?: never[] }
    const mine = part.props.store?.data as Row
    const base = conflicts.seen(at, id, mine.version)
    const different = differences(fields, base, mine, row)
    setTold(undefined)
    if (!different.length) return void part.setValues?.({ version: row.version })
    const { chooseFields } = await import('./choose-fields.tsx')
    const chosen = await chooseFields({ who, differences: different, theirs: row, labels: conflicts.labelsOf(at, different), does: t('Use these values') })
    if (!chosen) return
    const taken = Object.fromEntries(different.flatMap(({ field: { key }, theirs: value }) => (chosen[key] === 'theirs' ? [[key, value]] : [])))
    // What is chosen is on top of their row: saving goes on from there.
    part.setValues?.({ ...taken, version: row.version })
  }

  if (!told || !place) return null
  return createPortal(
    <div className="t-edited" role="status">
      <span>{told.theirs ? t('{name} changed this row meanwhile', { name: told.who }) : t('This row was deleted meanwhile')}</span>
      {told.theirs && (
        <button type="button" className="t-link" onClick={() => void compare(told)}>
          {t('Compare')}
        </button>
      )}
      <button type="button" className="t-icon-button" onClick={() => setTold(undefined)} aria-label={t('Close')}>
        <Icon name="close" size={14} />
      </button>
    </div>,
    place,
  )
}
