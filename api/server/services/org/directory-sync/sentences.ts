// Changes as people read them.
import { say, type Locale } from '../../../../messages.ts'
import { OUTCOMES } from './outcomes.ts'
import { REASONS, type Named } from './plan.ts'

interface Row {
  kind: 'department' | 'person'
  action: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  reason: string
}

const texts: Record<string, string> = { ...REASONS, ...OUTCOMES }

export const reasonOf = (reason: string, locale: Locale): string => (texts[reason] ? say(locale, texts[reason]) : '')

const names = (list: unknown, locale: Locale) => ((list as Named[] | undefined) ?? []).map(one => one.name).join(locale === 'zh-CN' ? '、' : ', ')

/** What a change does, in a few words. */
export function sentenceOf({ kind, action, before, after }: Row, locale: Locale): string {
  const parent = (state: Record<string, unknown>) => (state.parent as Named | undefined)?.name ?? ''
  const named = (one: unknown) => (one as Named | null)?.name || say(locale, 'nobody')
  if (action === 'manager') return say(locale, 'Manager: {from} → {to}', { from: named(before.manager), to: named(after.manager) })
  if (action === 'disable') return say(locale, kind === 'department' ? 'Out of use' : 'Banned')
  const parts: string[] = []
  if (action === 'enable') parts.push(say(locale, kind === 'department' ? 'In use again' : 'Let in again'))
  if (kind === 'department') {
    if (action === 'create') return say(locale, 'Below {department}', { department: parent(after) })
    if (parent(before) !== parent(after)) parts.push(say(locale, 'From {from} to {to}', { from: parent(before), to: parent(after) }))
    if (before.name !== after.name) parts.push(say(locale, 'Name: {from} → {to}', { from: String(before.name), to: String(after.name) }))
    return parts.join(' · ')
  }
  if (action === 'skip') return [after.email, after.phone].filter(Boolean).join(' · ')
  if (action === 'create') {
    const departments = names(after.departments, locale)
    return say(locale, after.isNew ? 'New, in {departments}' : 'Comes with the existing account, in {departments}', { departments })
  }
  const from = names(before.departments, locale)
  const to = names(after.departments, locale)
  if (action !== 'unchanged' && from !== to) parts.push(say(locale, 'From {from} to {to}', { from, to }))
  for (const [field, label] of [
    ['name', 'Name: {from} → {to}'],
    ['phone', 'Phone: {from} → {to}'],
    ['email', 'Email: {from} → {to}'],
  ] as const)
    if (before[field] !== after[field]) parts.push(say(locale, label, { from: String(before[field] || '–'), to: String(after[field] || '–') }))
  return parts.join(' · ')
}
