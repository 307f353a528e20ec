// The rows of a model: the server describes the fields, the table and its forms are made from them.
import { useEffect, useMemo, useState } from 'react'
import { normalizeApi, tokenize, type RendererProps } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { tableSchema, type Model } from './table-schema.ts'

interface Props extends RendererProps {
  /** Address of the model's rows, as a template. */
  address?: string
}

export function DataTable({ address = '', data, env, render }: Props) {
  const say = sayer(env)
  const base = String(tokenize(address, data, '| raw') ?? '')
  const [model, setModel] = useState<Model>()
  const [error, setError] = useState('')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    let here = true
    setError('')
    setModel(undefined)
    env
      .fetcher(normalizeApi(`get:${base}?perPage=1`), {})
      .catch((problem: Error) => ({ ok: false, msg: problem.message, data: undefined }))
      .then(answer => {
        if (!here) return
        if (answer.ok) return setModel({ base, ...(answer.data as Omit<Model, 'base'>) })
        const message = answer.msg || say('The server cannot be reached. Check the connection and try again')
        env.notify('error', message)
        setError(message)
      })
    return () => void (here = false)
  }, [base, attempt])

  const schema = useMemo(() => model && tableSchema(model, say), [model, say])
  if (error)
    return (
      <div className="t-empty" role="alert">
        <p>{error}</p>
        <button type="button" className="tes-link" onClick={() => setAttempt(attempt + 1)}>
          {say('Try again')}
        </button>
      </div>
    )
  // A model of its own state each: page, order and conditions of one mean nothing in another.
  return schema ? <>{render('table', schema, { key: base })}</> : <div className="tes-data-table__wait" aria-busy="true" aria-label={say('Loading')} />
}

export default renderer('tessera-data-table', DataTable)
