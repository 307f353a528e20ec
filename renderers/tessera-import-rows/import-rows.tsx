// Brings rows of a model in from a file, with the steps that its table has; nobody sees it who may not import them.
import { useEffect, useMemo, useState } from 'react'
import { normalizeApi, type RendererProps } from 'amis-core'
import { modelAddress } from '../../api/models/address.ts'
import { renderer } from '../register.tsx'
import { importRows } from '../tessera-data-table/import-rows.ts'
import { sayer } from '../words.ts'
import '../tessera-data-table/data-table.css'

interface Props extends RendererProps {
  source?: string
  model?: string
  label?: string
  /** Id of the list that is read anew afterwards. */
  list?: string
}

export function ImportRows({ source, model, label, list, env, render, className }: Props) {
  const say = sayer(env)
  const base = model ? modelAddress(source || 'main', model) : ''
  const [may, setMay] = useState<{ base: string; import: boolean }>()
  useEffect(() => {
    let here = true
    if (!base) return
    env
      .fetcher(normalizeApi(`get:${base}?perPage=1`), {}, { silent: true })
      .catch(() => undefined)
      .then(answer => {
        const told = (answer?.ok && (answer.data as { may?: { import: boolean } } | undefined)?.may) || { import: false }
        if (here) setMay({ base, import: told.import })
      })
    return () => void (here = false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `env` is another object at each change of amis' store, the same in what is used here
  }, [base])
  const schema = useMemo(
    () => ({ ...importRows({ base, say, ...(list && { list }) }), label: label || say('Import'), ...(className && { className }) }),
    [base, say, list, label, className],
  )
  return may?.base === base && may.import ? <>{render('import', schema)}</> : null
}

export default renderer('tessera-import-rows', ImportRows)
