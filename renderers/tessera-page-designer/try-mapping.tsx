// What a mapping in place of a script makes of an answer: an example is there to begin with, and any other can be put in. The script itself is not run.
import { useId, useMemo, useState } from 'react'
import { answered } from '../answered.ts'
import { useSay } from '../workplace/ui.tsx'

type Json = Record<string, unknown>

/** The mapping of a conversion; undefined for what is none. */
export function mappingIn(to: string): Json | undefined {
  try {
    const { answer } = JSON.parse(to) as { answer?: unknown }
    return typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? (answer as Json) : undefined
  } catch {
    return undefined
  }
}

const WORD = /^(?:true|false|null|undefined)$/
const WAY = /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/g
/** `ARRAYMAP(data.list, row => …)`: the list and what a row of it is called. */
const LIST = /ARRAY\w+\(\(?([A-Za-z_][\w.]*)[^,]*,\s*(\w+)\s*=>/g

/** An answer with the fields that a mapping reads: words in them, two rows in lists. */
export function exampleFor(mapping: Json): Json {
  const example: Json = {}
  /** List → fields of its rows. */
  const lists = new Map<string, Set<string>>()
  const plain = new Set<string>()
  const read = (text: string, rowsOf?: string) => {
    const rows = new Map<string, string>(rowsOf ? [['item', rowsOf]] : [])
    for (const [, list = '', row = ''] of text.matchAll(LIST)) {
      rows.set(row, list)
      lists.set(list, lists.get(list) ?? new Set())
    }
    // A list made of another one names its rows again.
    const inner = [...rows.values()][0]
    for (const [, row = ''] of text.matchAll(/,\s*(\w+)\s*=>/g)) if (!rows.has(row) && inner) rows.set(row, inner)
    const bare = text.replace(/'[^']*'|"[^"]*"/g, ' ').replace(/[{,]\s*\w+\s*:/g, ' ')
    for (const { 0: way, index } of bare.matchAll(WAY)) {
      if (WORD.test(way) || /^\s*\(/.test(bare.slice(index + way.length)) || bare[index - 1] === '.') continue
      const [first = '', ...rest] = way.split('.')
      const list = rows.get(first)
      if (list) {
        if (rest[0]) lists.get(list)?.add(rest[0])
      } else plain.add(way)
    }
  }
  const visit = (node: unknown, rowsOf?: string) => {
    if (typeof node === 'string') {
      for (const [, text = ''] of node.matchAll(/\$\{((?:[^{}]|\{[^{}]*\})*)\}/g)) read(text, rowsOf)
    } else if (Array.isArray(node)) for (const one of node) visit(one, rowsOf)
    else if (node && typeof node === 'object')
      for (const [key, value] of Object.entries(node)) {
        const list = /^\$\{([\w.]+)\}$/.exec(key)?.[1]
        if (list) lists.set(list, lists.get(list) ?? new Set())
        visit(value, list ?? rowsOf)
      }
  }
  visit(mapping)
  const put = (way: string, value: unknown) => {
    const keys = way.split('.')
    let at = example
    for (const key of keys.slice(0, -1)) at = (at[key] = typeof at[key] === 'object' && at[key] ? (at[key] as Json) : {}) as Json
    const last = keys.at(-1) as string
    if (at[last] === undefined || Array.isArray(value)) at[last] = value
  }
  for (const way of [...plain].sort((a, b) => a.length - b.length)) {
    const isAround = [...plain, ...lists.keys()].some(other => other.startsWith(`${way}.`))
    if (!isAround)
      put(
        way,
        /(?:^|\.)(?:code|status)$/.test(way)
          ? 200
          : /(?:^|\.)(?:total|count|size)$/i.test(way)
            ? 2
            : /(?:^|\.)(?:success|ok)$/i.test(way)
              ? true
              : way.split('.').at(-1),
      )
  }
  for (const [list, fields] of lists)
    put(
      list,
      [1, 2].map(row => Object.fromEntries([['id', row], ...[...fields].filter(name => name !== 'id').map(name => [name, `${name} ${row}`])])),
    )
  return example
}

const shown = (value: unknown) => JSON.stringify(value, null, 2)

export function TryMapping({ mapping }: { mapping: Json }) {
  const say = useSay()
  const id = useId()
  const [text, setText] = useState(() => shown(exampleFor(mapping)))
  const result = useMemo(() => {
    try {
      const answer = JSON.parse(text) as unknown
      return typeof answer === 'object' && answer && !Array.isArray(answer) ? shown(answered(answer, mapping)) : undefined
    } catch {
      return undefined
    }
  }, [text, mapping])
  return (
    <details className="tes-report__try">
      <summary>{say('Try it on an answer')}</summary>
      <p>{say('The mapping is computed here; the script is not run. Put in what the address answers to see what the page gets.')}</p>
      <div>
        <label htmlFor={id}>{say('Answer')}</label>
        <textarea
          id={id}
          className="tes-input"
          rows={8}
          spellCheck={false}
          value={text}
          aria-invalid={result === undefined}
          onChange={event => setText(event.target.value)}
        />
      </div>
      <div>
        <span>{say('What the page gets')}</span>
        {result === undefined ? <p role="alert">{say('This is no JSON object')}</p> : <pre>{result}</pre>}
      </div>
    </details>
  )
}
