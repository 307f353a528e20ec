// Expressions that look like JavaScript (visibleOn: "this.a && b.includes('x')"), interpreted: the strict policy allows no eval.
import { evaluate, setCustomEvalExpression, setCustomEvalJs } from 'amis-core'
import { runOldCondition } from '../../api/old-conditions.ts'

type Data = Record<string, unknown>

/** Value of an expression over `data`; throws for what is not allowed or does not parse. */
export function safeEval(source: string, data: Data = {}): unknown {
  return source.startsWith('${') && source.endsWith('}') ? evaluate(source, data, { defaultFilter: 'raw' }) : runOldCondition(source, data)
}

const warned = new Set<string>()

function guarded<T>(source: unknown, data: Data | undefined, otherwise: T): unknown {
  if (!source || typeof source !== 'string') return otherwise
  try {
    return safeEval(source, data ?? {})
  } catch (error) {
    if (!warned.has(source)) console.warn(`expression "${source}" gives nothing: ${(error as Error).message}`)
    warned.add(source)
    return otherwise
  }
}

setCustomEvalExpression((source, data) => !!guarded(source, data, false))
setCustomEvalJs((source, data) => guarded(source, data, null))
