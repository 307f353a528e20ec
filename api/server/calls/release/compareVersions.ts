import { say } from '../../../messages.ts'
import { compare, describe, sentenceText, toTree, type JsonObject } from '../../../ledger/index.ts'
import type { Handler } from '../../handler.ts'
import { COMPARED_SECTIONS, labelOf, type ComparedPart } from '../../services/release/index.ts'

/** What was stored names its keys in another order; where they stand says nothing. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  )
}
const sorted = (value: unknown) => inOrder(value ?? {}) as JsonObject

export const releaseCompareVersions: Handler<'release.compareVersions'> = async ({ body }, { contents, permissions, releases, app, user, scope, locale }) => {
  await permissions.pages.checkAll(app, user, 'read')
  const { sections, before, after } = await releases.compare(scope, body.leftVersion ?? 'dev', body.rightVersion ?? 'dev')
  const told = ({ sentences }: ComparedPart) => sentences.map(({ english, values }) => say(locale, english, values))
  const options = sections.map(({ name, parts }) => ({
    label: say(locale, COMPARED_SECTIONS[name]),
    value: name,
    count: parts.length,
    children: parts.map(part => ({
      label: labelOf(name, part.id, part.label, locale),
      value: `${name} ${part.id}`,
      change: part.change,
      sentences: told(part),
    })),
  }))
  const count = options.reduce((sum, one) => sum + one.count, 0)
  const [name, ...rest] = (body.node ?? '').split(' ')
  const part = sections.find(section => section.name === name)?.parts.find(one => one.id === rest.join(' '))
  if (!part) return { options, count, label: '', sentences: [], leftData: {}, rightData: {} }
  if (name !== 'page')
    return {
      options,
      count,
      label: labelOf(name ?? '', part.id, part.label, locale),
      sentences: told(part),
      leftData: sorted(part.before),
      rightData: sorted(part.after),
    }
  // The texts of the page that is looked at, and of no other.
  const [was, is] = [before.pages[part.id]?.hash, after.pages[part.id]?.hash]
  const texts = await contents.readMany(
    scope.companyId,
    [was, is].flatMap(hash => (hash ? [Buffer.from(hash, 'hex')] : [])),
  )
  const schemaOf = (hash: string | null | undefined) => (hash ? (JSON.parse(texts.get(hash) ?? '{}') as JsonObject) : undefined)
  const [old, now] = [schemaOf(was), schemaOf(is)]
  const inside = old && now && was !== is ? describe(compare(toTree(old), toTree(now)), locale).map(one => sentenceText(one, locale)) : []
  return {
    options,
    count,
    label: part.label,
    sentences: [...told(part), ...inside],
    leftData: { ...((part.before ?? {}) as JsonObject), ...(old && { schema: old }) },
    rightData: { ...((part.after ?? {}) as JsonObject), ...(now && { schema: now }) },
  }
}
