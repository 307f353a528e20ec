// The pages of models, as a whole: which can be made, where each goes, and how they lead to each other.
import { uuidv7 } from 'uuidv7'
import type { Locale } from '../../../../messages.ts'
import { inBothLanguages } from '../../../../screen-texts.ts'
import { pathProblem } from '../../page/index.ts'
import { boardPage } from './board.ts'
import { calendarPage } from './calendar.ts'
import { dashboardPage } from './dashboard.ts'
import { detailPage } from './detail.ts'
import { createPage, editPage } from './form.ts'
import { listPage } from './list.ts'
import { choiceOf, columnsOf, dayOf, fillable, isState, isTechnical, oneOf, type PageModel } from './model.ts'
import { PLACE, words, type Json, type Making, type Places } from './parts.ts'

export const KINDS = ['dashboard', 'list', 'detail', 'form', 'board', 'calendar'] as const
export type Kind = (typeof KINDS)[number]
const USUAL: readonly Kind[] = ['list', 'detail']

export interface Choice {
  model: PageModel
  kinds: readonly Kind[]
}
export interface MadePage {
  id: string
  parentId: string | null
  kind: 'page' | 'group'
  /** Which of the kinds it is; a form is two pages. */
  as: Kind | 'group'
  modelId: string
  name: string
  path: string
  icon: string
  visible: boolean
  schema?: Json
}

export interface Option {
  kind: Kind
  /** English. */
  label: string
  description: string
  /** Why the model has no such page, in English; empty when it can. */
  reason: string
  /** What the page shows, in the words of the model. */
  labels: string[]
}
const LABELS: Record<Kind, [label: string, description: string]> = {
  dashboard: ['Overview', 'How many rows there are of each choice, and the newest'],
  list: ['List', 'Search, filter, add, change and delete rows'],
  detail: ['Details', 'One row with all its fields, and the rows that belong to it'],
  form: ['Forms', 'Pages of their own for adding a row and changing one'],
  board: ['Board', 'A column for each choice, rows are moved from one to the next'],
  calendar: ['Calendar', 'Rows on their day'],
}

const namesOf = (fields: readonly { name: string }[]) => fields.map(field => field.name)

/** Kinds of pages for a model, and what each would show. */
export function optionsFor(model: PageModel): Option[] {
  const choice = choiceOf(model)
  const day = dayOf(model)
  const reasons: Partial<Record<Kind, string | false>> = {
    form: !fillable(model).length && 'None of its fields can be filled in',
    board: !choice && 'Needs a field with choices',
    calendar: !day && 'Needs a field with a date',
  }
  const shown: Record<Kind, string[]> = {
    dashboard: (choice?.options ?? []).map(({ label }) => label),
    list: namesOf(columnsOf(model)),
    detail: namesOf(model.definition.fields.filter(field => field.type !== 'relationMany' && !isTechnical(field))),
    form: namesOf(fillable(model)),
    board: (choice?.options ?? []).map(({ label }) => label),
    calendar: day ? [day.name] : [],
  }
  return KINDS.map(kind => ({ kind, label: LABELS[kind][0], description: LABELS[kind][1], reason: reasons[kind] || '', labels: shown[kind].slice(0, 8) }))
}

/** What is made when nothing else is said: what nearly everybody wants of a model. */
export const usualFor = (model: PageModel): Kind[] => optionsFor(model).flatMap(({ kind, reason }) => (!reason && USUAL.includes(kind) ? [kind] : []))

/** What an app that begins with its data gets: where a choice says how things stand, an overview and a board too. */
export function startingFor(model: PageModel): Kind[] {
  const choice = choiceOf(model)
  return [...usualFor(model), ...(choice && isState(choice) ? (['dashboard', 'board'] as const) : [])]
}

const kebab = (key: string) =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/_+/g, '-')
    .toLowerCase()

/** An address below which nothing is yet: all pages of a model share it. */
function freeBase(wanted: string, taken: ReadonlySet<string>): string {
  const isFree = (base: string) => !pathProblem(base) && ![...taken].some(path => path === base || path.startsWith(`${base}/`))
  for (let n = 1; ; n++) {
    const base = `/${wanted}${n > 1 ? `-${n}` : ''}`
    if (isFree(base)) return base
  }
}

const ICONS: Record<Kind, string> = {
  dashboard: 'fa fa-chart-line',
  list: 'fa fa-table-list',
  detail: 'fa fa-file-lines',
  form: 'fa fa-pen-to-square',
  board: 'fa fa-table-columns',
  calendar: 'fa fa-calendar-days',
}
/** Those that stand in a menu. */
const IN_MENU: readonly Kind[] = ['dashboard', 'list', 'board', 'calendar']

/** Addresses of the pages that will be there. */
function placesOf(base: string, kinds: readonly Kind[]): Places {
  const has = (kind: Kind) => kinds.includes(kind)
  return {
    list: has('list') ? base : '',
    detail: has('detail') ? `${base}/${PLACE}` : '',
    create: has('form') ? `${base}/new` : '',
    edit: has('form') ? `${base}/${PLACE}/edit` : '',
  }
}

/** Pages for models in the order of a menu, groups before what is in them; `taken` are the shapes of paths that are in use. */
export function madePages(choices: readonly Choice[], all: readonly PageModel[], taken: ReadonlySet<string>, locale: Locale): MadePage[] {
  const t = words(locale)
  const used = new Set(taken)
  const placed = choices.map(({ model, kinds }) => {
    const possible = optionsFor(model).flatMap(({ kind, reason }) => (!reason && kinds.includes(kind) ? [kind] : []))
    const base = freeBase(kebab(model.key), used)
    used.add(base)
    return { model, base, possible, places: placesOf(base, possible) }
  })
  const others = new Map(placed.map(({ model, places }) => [model.id, places]))
  return placed.flatMap(({ model, base, possible, places }) => {
    const inEnglish: Making = { model, all: all.filter(one => one.source === model.source), locale: 'en-US', places, others }
    /** What visitors read of ours is in their language, whoever had the page made. */
    const forAll = (make: (making: Making) => Json) => inBothLanguages(make(inEnglish), make({ ...inEnglish, locale: 'zh-CN' }), 'zh-CN')
    const inMenu = possible.filter(kind => IN_MENU.includes(kind))
    const group = inMenu.length > 1 ? uuidv7() : null
    const page = (as: Kind, name: string, path: string, schema: Json, parentId: string | null, visible = true): MadePage => ({
      id: uuidv7(),
      parentId,
      kind: 'page',
      as,
      modelId: model.id,
      name: name.slice(0, 50),
      path,
      icon: ICONS[as],
      visible,
      schema,
    })
    const made: MadePage[] = group
      ? [
          {
            id: group,
            parentId: null,
            kind: 'group',
            as: 'group',
            modelId: model.id,
            name: model.name.slice(0, 50),
            path: '',
            icon: 'fa fa-folder',
            visible: true,
          },
        ]
      : []
    const nameOf = (kind: Kind) => (group ? t(LABELS[kind][0]) : kind === 'list' ? model.name : `${model.name} · ${t(LABELS[kind][0])}`)
    let list: string | null = group
    for (const kind of possible) {
      if (kind === 'dashboard')
        made.push(
          page(
            kind,
            nameOf(kind),
            possible.length > 1 ? `${base}/overview` : base,
            forAll(making => dashboardPage(making, choiceOf(model))),
            group,
          ),
        )
      if (kind === 'list') {
        const one = page(kind, nameOf(kind), base, forAll(listPage), group)
        list = one.id
        made.push(one)
      }
      if (kind === 'detail') made.push(page(kind, oneOf(model.name), places.detail, forAll(detailPage), list, false))
      if (kind === 'form') {
        made.push(page(kind, t('New {name}', { name: oneOf(model.name) }), places.create, forAll(createPage), list, !places.list))
        made.push(page(kind, t('Edit {name}', { name: oneOf(model.name) }), places.edit, forAll(editPage), list, false))
      }
      const choice = kind === 'board' && choiceOf(model)
      if (choice)
        made.push(
          page(
            kind,
            nameOf(kind),
            `${base}/board`,
            forAll(making => boardPage(making, choice)),
            group,
          ),
        )
      const day = kind === 'calendar' && dayOf(model)
      if (day)
        made.push(
          page(
            kind,
            nameOf(kind),
            `${base}/calendar`,
            forAll(making => calendarPage(making, day)),
            group,
          ),
        )
    }
    return made
  })
}
