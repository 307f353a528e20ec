// What an import can write in another way that means the same and works here: scripts that are no more than an expression, a mapping or some actions.
import { drawnNames, regionIn, type Region } from '../../../gate/safety.ts'
import { faultOfOldCondition, readOldCondition, type Node } from '../../../old-conditions.ts'
import { actionsOf, answerOf, requestOf } from './scripts.ts'

type Json = Record<string, unknown>

export interface Conversion {
  /** Where in the page: `body[0].tpl`. */
  path: string
  from: string
  /** Empty where it is left out. */
  to: string
}

const LONGEST = 500
const BINARY = new Set(['===', '!==', '==', '!=', '<', '>', '<=', '>='])
/** Words that expressions of amis give a meaning of their own. */
const RESERVED = new Set(
  'AND OR NOT XOR in of new typeof instanceof void delete this function return let const var if else window cookie ls ss Math Array Object String Number Boolean JSON Date NaN Infinity document location console'.split(
    ' ',
  ),
)
const NAME = /^[A-Za-z_]\w*$/

class Other extends Error {}
const other = (): never => {
  throw new Other()
}

const isRoot = (node: Node) => node.type === 'ThisExpression' || (node.type === 'Identifier' && node.name === 'data')
const nameOf = (name: unknown) => (typeof name === 'string' && NAME.test(name) && !RESERVED.has(name) ? name : other())

function literal(value: unknown): string {
  if (typeof value === 'string') return /['"`\\\n\r$]/.test(value) ? other() : `'${value}'`
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : other()
}

/** An expression as amis spells it, for what means the same in both. `own`: names that stand for what an arrow function is handed. */
function spell(node: Node, own: ReadonlySet<string>): string {
  const part = (name: string) => spell(node[name] as Node, own)
  switch (node.type) {
    case 'Literal':
      return literal(node.value)
    case 'Identifier':
      return node.name === 'undefined' ? 'undefined' : own.has(node.name as string) || node.name !== 'data' ? nameOf(node.name) : other()
    case 'MemberExpression': {
      const object = node.object as Node
      const property = node.property as Node
      if (node.optional) return other()
      const name = node.computed ? (property.type === 'Literal' ? property.value : other()) : property.name
      if (isRoot(object) && !own.has('data')) return nameOf(name)
      return typeof name === 'number' ? `${spell(object, own)}[${name}]` : `${spell(object, own)}.${nameOf(name)}`
    }
    case 'UnaryExpression':
      // Expressions of amis deny a name, and nothing that stands in brackets.
      return node.operator === '!' && /^(Identifier|MemberExpression|UnaryExpression)$/.test((node.argument as Node).type) ? `!${part('argument')}` : other()
    case 'LogicalExpression':
      return node.operator === '&&' || node.operator === '||' ? `(${part('left')} ${node.operator} ${part('right')})` : other()
    case 'BinaryExpression':
      // What jsep calls logical depends on its version.
      return BINARY.has(node.operator as string) || node.operator === '&&' || node.operator === '||'
        ? `(${part('left')} ${node.operator as string} ${part('right')})`
        : other()
    case 'ConditionalExpression':
      return `(${part('test')} ? ${part('consequent')} : ${part('alternate')})`
    default:
      return other()
  }
}

/** Without the brackets around the whole. */
function bare(text: string): string {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0 && at < text.length - 1) return text
  }
  return text.startsWith('(') ? text.slice(1, -1) : text
}

function expressionOf(source: string, own: ReadonlySet<string> = new Set()): string | undefined {
  try {
    return spell(readOldCondition(source), own)
  } catch {
    // Another kind of expression, or none at all: it stays as it is.
    return undefined
  }
}

const TEMPLATE = /<%([=-])([\s\S]*?)%>/g

/** A text without `<% %>`; undefined unless each of them only shows a value. */
function templateOf(text: string): string | undefined {
  if (!text.includes('<%') || text.includes('${') || text.length > 20_000) return undefined
  let isWhole = true
  const written = text.replace(TEMPLATE, (_block, kind: string, source: string) => {
    const expression = expressionOf(source.trim())
    if (expression === undefined) isWhole = false
    // `=` shows HTML as such; what is shown is cleaned in both cases.
    return kind === '=' ? `\${${expression} | raw}` : `\${${bare(expression ?? '')}}`
  })
  return isWhole && !written.includes('<%') ? written : undefined
}

const QUESTION = /^\s*(?:(?:this|data)\.)?([A-Za-z_][\w.]*)\.(some|every)\(\s*\(?\s*([A-Za-z_]\w*)\s*\)?\s*=>\s*([\s\S]+)\)\s*;?\s*$/

/** A condition that the interpreter here does not read, as one that it does. */
function conditionOf(text: string): string | undefined {
  const found = QUESTION.exec(text)
  if (!found || text.length > 2000 || faultOfOldCondition(text) === undefined) return undefined
  const [, list = '', question, item = '', source = ''] = found
  const inside = expressionOf(source, new Set([item]))
  if (inside === undefined || list.split('.').some(name => !NAME.test(name) || RESERVED.has(name)) || RESERVED.has(item)) return undefined
  const asked = `(${list}, ${item} => ${bare(inside)})`
  // Of no list at all, ARRAYEVERY says yes; what fails in a condition counts as no.
  return question === 'some' ? `\${ARRAYSOME${asked}}` : `\${${list} && ARRAYEVERY${asked}}`
}

/** An adaptor that hands on what it got. */
const IDENTITY: Record<string, RegExp> = {
  adaptor: /^\s*return\s+(?:payload|\{\s*\.\.\.payload\s*\})\s*;?\s*$/,
  responseAdaptor: /^\s*return\s+(?:payload|\{\s*\.\.\.payload\s*\})\s*;?\s*$/,
  requestAdaptor: /^\s*return\s+(?:api|\{\s*\.\.\.api\s*\})\s*;?\s*$/,
}
const CONDITION = /^(visible|hidden|disabled|required|static|checked|show|edit)On$|^expression$/

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Puts in place of a script in an address what does the same; tells what that is. */
function withoutScript(api: Json, key: string, script: string): string | undefined {
  if (key === 'requestAdaptor') {
    const more = requestOf(script)
    // Where the address says itself what is sent, that is another mapping than the script saw.
    if (!more || (more.data && (api.data !== undefined || /^get$/i.test(String(api.method ?? 'get'))))) return undefined
    if (more.headers && api.headers !== undefined && !isObject(api.headers)) return undefined
    delete api[key]
    if (more.data) api.data = more.data
    if (more.headers) api.headers = { ...(api.headers as Json), ...(more.headers as Json) }
    return JSON.stringify(more)
  }
  const answer = key === 'adaptor' && api.responseData === undefined && api.answer === undefined ? answerOf(script) : undefined
  if (!isObject(answer)) return undefined
  delete api[key]
  api.answer = answer
  return JSON.stringify({ answer })
}

/** Puts actions in place of those that are scripts. */
function withActions(actions: unknown[], at: string, done: Conversion[]) {
  for (let index = actions.length - 1; index >= 0; index--) {
    const action = actions[index]
    if (!isObject(action) || action.actionType !== 'custom' || typeof action.script !== 'string') continue
    const { actionType: _type, script, ...rest } = action
    const made = Object.keys(rest).length ? undefined : actionsOf(script)
    if (!made) continue
    actions.splice(index, 1, ...made)
    done.push({ path: `${at}[${index}].script`, from: script.slice(0, LONGEST), to: JSON.stringify(made).slice(0, LONGEST) })
  }
}

/** Writes in another way what can be, in the page itself; tells of each. */
export function convert(schema: Json): Conversion[] {
  const done: Conversion[] = []
  const drawn = drawnNames(schema)
  function walk(node: unknown, region: Region, at: string) {
    if (Array.isArray(node)) {
      if (at.endsWith('.actions')) withActions(node, at, done)
      for (const [index, item] of node.entries()) walk(item, region, `${at}[${index}]`)
      return
    }
    if (!node || typeof node !== 'object' || region === 'data' || region === 'chart') return
    const own = node as Json
    for (const [key, value] of Object.entries(own)) {
      const path = at ? `${at}.${key}` : key
      if (typeof value === 'string') {
        const mapped = region === 'parts' && typeof own.url === 'string' && !IDENTITY[key]?.test(value) ? withoutScript(own, key, value) : undefined
        if (mapped !== undefined) {
          done.push({ path, from: value.slice(0, LONGEST), to: mapped.slice(0, LONGEST) })
          continue
        }
        const isIdle = region === 'parts' && Object.hasOwn(IDENTITY, key) && IDENTITY[key]?.test(value)
        const to = isIdle ? '' : (templateOf(value) ?? (region !== 'texts' && CONDITION.test(key) ? conditionOf(value) : undefined))
        if (to === undefined) continue
        if (isIdle) delete own[key]
        else own[key] = to
        done.push({ path, from: value.slice(0, LONGEST), to: to.slice(0, LONGEST) })
      } else walk(value, regionIn(region, key, own, value, drawn), path)
    }
  }
  walk(schema, 'parts', '')
  return done
}
