// Pages of the models of an app: planned, and made all or none.
import type { Locale } from '../../../../messages.ts'
import { ApiError, notFound } from '../../../errors.ts'
import type { Scope, Trx } from '../../../store/database.ts'
import type { Data, DataScope, DesignedModel } from '../../data/index.ts'
import { pathShape, type createPages, type PageNode } from '../../page/index.ts'
import { type Choice, type Kind, type MadePage, madePages, optionsFor, startingFor, usualFor } from './made-pages.ts'
import type { PageModel } from './model.ts'

export interface Wanted {
  modelId: string
  kinds?: readonly Kind[]
}

type MaySee = (id: string) => boolean

const MOST_PAGES = 200

export function createPageStarter({ data, pages }: { data: Data; pages: ReturnType<typeof createPages> }) {
  /** Shapes of the addresses that the pages of the app have. */
  async function takenPaths(scope: Scope): Promise<Set<string>> {
    const taken = new Set<string>()
    const walk = (list: readonly PageNode[]) => {
      for (const page of list) {
        if (page.path) taken.add(pathShape(page.path))
        walk(page.children)
      }
    }
    walk(await pages.list(scope))
    return taken
  }

  /** Every model of the app that whoever asks may see, by its id. */
  async function modelsOf(scope: DataScope, maySee: MaySee): Promise<PageModel[]> {
    const sources = await data.sources.list(scope)
    const designed = await Promise.all(sources.map(async source => ({ source, models: await data.models.designed(scope, source.id) })))
    return designed.flatMap(({ source, models }) =>
      models
        .filter(({ id }) => maySee(id))
        .map(({ id, key, name, description, definition }) => ({ id, key, name, description, source: source.key, sourceId: source.id, definition })),
    )
  }

  async function made(scope: DataScope, wanted: readonly Wanted[], locale: Locale, maySee: MaySee) {
    const all = await modelsOf(scope, maySee)
    const choices = [...new Map(wanted.map(one => [one.modelId, one])).values()].map(({ modelId, kinds }): Choice => {
      const model = all.find(one => one.id === modelId)
      if (!model) throw notFound('model.unknown', 'There is no such model')
      return { model, kinds: kinds ?? usualFor(model) }
    })
    return { all, choices, pages: madePages(choices, all, await takenPaths(scope), locale) }
  }

  /** Models of these sources that the database of dev does not hold as they are designed. */
  async function unapplied(scope: DataScope, models: readonly PageModel[]) {
    const sourceIds = [...new Set(models.map(model => model.sourceId))]
    const states = await Promise.all(sourceIds.map(async id => (await data.schema.state(scope, id)).states))
    return models.filter(model => states.some(state => state.has(model.id) && state.get(model.id) !== 'applied'))
  }

  /** A page of a model that is in no database shows nothing: what is new is applied with it, unless that would lose something. */
  async function applyNew(scope: DataScope, userId: string, models: readonly PageModel[], mayApply: MaySee) {
    const waiting = await unapplied(scope, models)
    for (const sourceId of new Set(waiting.map(model => model.sourceId))) {
      const { hash, statements, problems } = await data.schema.plan(scope, sourceId)
      if (!mayApply(sourceId) || problems.length || statements.some(one => one.loss))
        throw new ApiError('starter.applyFirst', 'The change of the models {names} has to be looked at first: apply it under Models', 409, {
          values: { names: waiting.map(model => model.name).join(', ') },
        })
      await data.schema.apply(scope, sourceId, userId, { hash })
    }
  }

  const withoutKinds = ({ as: _as, modelId: _model, ...page }: MadePage) => page

  return {
    /** Pages of models that are being made, in the same transaction; nothing of them is applied here. */
    async addFor(
      scope: Scope,
      userId: string,
      source: { id: string; key: string },
      models: readonly DesignedModel[],
      locale: Locale,
      trx: Trx,
    ): Promise<MadePage[]> {
      const all = models.map(({ id, key, name, description, definition }): PageModel => ({
        id,
        key,
        name,
        description,
        source: source.key,
        sourceId: source.id,
        definition,
      }))
      const choices = all.map((model): Choice => ({ model, kinds: startingFor(model) }))
      const list = madePages(choices, all, await takenPaths(scope), locale)
      await pages.addMany(scope, userId, list.map(withoutKinds), trx)
      return list
    },

    /** Which pages could be made of models, and what those that are wanted would show; nothing is changed. */
    async plan(scope: DataScope, wanted: readonly Wanted[], locale: Locale, maySee: MaySee) {
      const { all, choices, pages: list } = await made(scope, wanted, locale, maySee)
      const waiting = await unapplied(
        scope,
        choices.map(({ model }) => model),
      )
      return {
        choices: all.map(({ id, name, source }) => ({ value: id, label: name, source })),
        models: choices.map(({ model, kinds }) => ({ modelId: model.id, name: model.name, kinds: [...kinds], options: optionsFor(model) })),
        pages: list,
        unapplied: waiting.map(model => model.name),
      }
    },

    /** Makes them, all or none. */
    async create(
      scope: DataScope,
      userId: string,
      wanted: readonly Wanted[],
      locale: Locale,
      { maySee, mayApply }: { maySee: MaySee; mayApply: MaySee },
    ): Promise<MadePage[]> {
      const { choices, pages: list } = await made(scope, wanted, locale, maySee)
      if (!list.length) throw new ApiError('starter.nothing', 'Choose at least one page', 422)
      if (list.length > MOST_PAGES) throw new ApiError('starter.tooMany', 'At most {limit} pages are made at once', 422, { values: { limit: MOST_PAGES } })
      await applyNew(
        scope,
        userId,
        choices.map(({ model }) => model),
        mayApply,
      )
      await pages.addMany(scope, userId, list.map(withoutKinds))
      return list
    },
  }
}
