// What is asked of a row that is added from among those to choose from: what names it and what it must have, the rest later.
import { useEffect, useState } from 'react'
import { normalizeApi, type RendererProps, type Schema } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { controlOf, type DataField } from './controls.ts'

interface Props extends RendererProps {
  /** Where its rows are, or what says so. */
  of: string | (() => string | undefined)
}

export function NewRow({ of: place, env, render }: Props) {
  const of = (typeof place === 'function' ? place() : place) ?? ''
  const say = sayer(env)
  const [fields, setFields] = useState<DataField[]>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let here = true
    env
      .fetcher(normalizeApi(`get:${of}?perPage=1`), {}, { silent: true })
      .catch((error: Error) => ({ ok: false, msg: error.message, data: undefined }))
      .then(answer => {
        if (!here) return
        if (answer.ok) setFields((answer.data as { fields: DataField[] }).fields)
        else setProblem(answer.msg || say('The server cannot be reached. Check the connection and try again'))
      })
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env` is another object at each change of amis' store, the same in what is used here
  }, [of])
  if (problem) return <p role="alert">{problem}</p>
  if (!fields) return <div aria-busy="true" aria-label={say('Loading')} />
  const open = fields.filter(({ readOnly, type }) => !readOnly && type !== 'relationMany')
  const title = open.find(({ isTitle }) => isTitle) ?? open.find(({ type }) => type === 'text')
  const needed = open.filter(field => field === title || field.required)
  const controls = (needed.length ? needed : open.slice(0, 1)).map(
    // A row of a row of a row is added in its own list.
    field => ({ ...controlOf({ ...field, creatable: false }, of, say), ...initial(field), name: `row.${field.key}`, mode: 'normal' }),
  )
  return <>{render('inputs', controls as Schema[])}</>
}
const initial = ({ default: value }: DataField) => (value === null || value === 'now' ? {} : { value })

export default renderer('tessera-new-row', NewRow)
