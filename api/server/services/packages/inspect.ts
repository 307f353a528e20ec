// Looks into a package before it is installed: what is in it, what it asks for and what it would do here. Nothing is written.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { say, type Locale } from '../../../messages.ts'
import { isAmong, NO_HOSTS, type HostLists } from '../../../outside-hosts.ts'
import type { Core } from '../../core.ts'
import { fieldError } from '../../errors.ts'
import type { Scope } from '../../store/database.ts'
import type { DesignModel, DesignRole } from '../data/index.ts'
import { IMAGE_TYPES } from '../foundation/files.ts'
import { readResources } from '../foundation/resources.ts'
import type { DataThere } from './arrange-models.ts'
import { arranged as arrangedModels } from './arrange-task.ts'
import { FILE_ADDRESS } from './contents.ts'
import type { FoundKind } from './findings.ts'
import { isRoleThere, pagesHere, roleConflict, type PageThere, type RoleThere } from './inspect-conflicts.ts'
import { toldFindings } from './inspect-findings.ts'
import { environmentsOf, sqlOf } from './inspect-sql.ts'
import { FIELD_NAMES, rightsOf, roleText, ruleText, verdictOf } from './inspect-words.ts'
import { designOf, narrowed, partKey, partsOf, readParts, rolesToChoose, rowsOf, type Target } from './parts.ts'
import { allowedModels, allowedResources, tellLeft, type MayMake } from './may-make.ts'
import { dataOf } from './place-models.ts'
import type { OnConflict } from './placing.ts'
import { withPackage, type OpenedPackage } from './read.ts'
import { inApp } from '../../store/scoped.ts'

export interface InspectInput {
  path: string
  fileName: string
  password: string | undefined
  onConflict: OnConflict
  locale: Locale
}
/** The app that a package goes into; a new app when absent. */
export interface InspectInto {
  scope: Scope
  withPermissions: boolean
  mayMake: MayMake
}
/** What was chosen of a package that was looked into. */
export interface Choice {
  /** A JSON list of parts; everything where there is none. */
  parts?: string
  /** Of the file that was looked into. */
  sha256?: string
}
interface There {
  data: DataThere
  pages: readonly PageThere[]
  roles: readonly RoleThere[]
}

const MOST_FILES = 200
const MODELS_AT_ONCE = 20
const MOST_LOGO = 100_000

export async function hashOfFile(path: string): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(path)) sum.update(chunk as Buffer)
  return sum.digest('hex')
}

/** What is installed is what was looked into. */
export async function checkSame(path: string, { sha256 }: Choice) {
  if (sha256 && (await hashOfFile(path)) !== sha256)
    throw fieldError('package.notInspected', 'file', 'This is not the file that you looked into. Look into it again')
}

const addressesOf = ({ sources, models }: DataThere) => {
  const keys = new Map(sources.map(source => [source.id, source.key]))
  return new Set(models.map(model => `${keys.get(model.sourceId) ?? ''}/${model.key}`))
}

/** The package as it was chosen. */
export function chosenOf(opened: OpenedPackage, { parts }: Choice, target: Omit<Target, 'there'>, data?: DataThere): OpenedPackage {
  return parts ? narrowed(opened, readParts(parts), { ...target, there: data ? addressesOf(data) : new Set() }) : opened
}

/** A picture that comes with the package; nothing is fetched from elsewhere in order to look at it. */
async function logoOf({ manifest, file }: OpenedPackage): Promise<string> {
  const [, id] = [...manifest.app.logo.matchAll(FILE_ADDRESS)][0] ?? []
  const picture = manifest.files.find(one => one.id === id)
  if (!picture || picture.size > MOST_LOGO || !IMAGE_TYPES.has(picture.mime)) return ''
  const chunks: Buffer[] = []
  for await (const chunk of await file(picture.hash)) chunks.push(chunk as Buffer)
  return `data:${picture.mime};base64,${Buffer.concat(chunks).toString('base64')}`
}

export function createInspect(
  { config, db, workers }: Pick<Core, 'config' | 'db' | 'workers'>,
  { hostsOf }: { hostsOf(companyId: string): Promise<HostLists> },
) {
  async function thereIn(scope: Scope): Promise<There> {
    const pages = await inApp(db, scope).selectFrom('page').select(['id', 'parent_id', 'kind', 'name', 'path', 'link']).execute()
    const roles = await inApp(db, scope).selectFrom('role').select(['name', 'type', 'built_in as builtIn']).execute()
    return { data: await dataOf(scope, db), pages, roles }
  }
  /** An app begins with its built-in source and roles. */
  const nothingThere = (): There => ({ data: { sources: [{ id: uuidv7(), key: 'main', dialect: 'builtin' }], models: [] }, pages: [], roles: [] })

  async function look(opened: OpenedPackage, input: InspectInput, into: InspectInto | undefined) {
    const { manifest, uses, gathered } = opened
    if (!gathered) throw new Error('a package is looked into without its findings')
    const { locale, onConflict, fileName } = input
    const design = designOf(manifest)
    const there = into ? await thereIn(into.scope) : nothingThere()
    const target: Target = { isNew: !into, withPermissions: into?.withPermissions ?? true, there: addressesOf(there.data) }
    const pageNames = new Map(manifest.resources.map(one => [one.id, one.name]))
    const parts = partsOf(manifest, uses, target)
    const needsOf = (key: string) => parts.get(key)?.needs ?? []
    const mayMake = into?.mayMake ?? (() => true)
    const whole = await arrangedModels(workers, design.data, there.data, { file: fileName, onConflict: into ? onConflict : 'skip' })
    const arranged = allowedModels(whole, mayMake)
    const leftText = say(locale, 'Is left out: you may not make it in this app')
    const isRoleLeft = (role: DesignRole) => target.withPermissions && !mayMake('role') && !isRoleThere(role, there.roles, onConflict)
    const isLeft = (id: string) => whole.ids.has(id) && !arranged.ids.has(id)
    const brought = allowedResources(manifest.design?.resources ?? [], into ? await readResources(into.scope, db) : [], mayMake)
    const partOfMade = new Map(design.data.models.map(model => [arranged.ids.get(model.id) ?? '', partKey('model', model.id)]))
    const notesOf = (name: string) =>
      arranged.notes
        .filter(note => note.name === name)
        .map(note => say(locale, note.english, note.values))
        .join('. ')
    const rows = new Map(rowsOf(manifest).map(one => [one.id, one.count]))
    const modelNames = new Map(design.data.models.map(one => [one.id, one.name]))
    const sourceNames = new Map(design.data.sources.map(one => [one.id, one]))

    const pages = pagesHere(manifest.resources, there.pages, onConflict, locale).map(page => ({
      ...page,
      part: partKey('page', page.id),
      needs: needsOf(partKey('page', page.id)),
      findings: gathered.counts.get(page.id) ?? 0,
    }))
    const modelOf = ({ id, key, name, description, sourceId, definition }: DesignModel) => {
      const made = arranged.made.get(arranged.ids.get(id) ?? '')
      const shown = made && made.key !== key ? say(locale, 'Pages go on calling {key}, which is the model of the app', { key }) : ''
      return {
        part: partKey('model', id),
        needs: needsOf(partKey('model', id)),
        key,
        name,
        description,
        source: sourceNames.get(sourceId)?.name ?? '',
        managed: definition.managed,
        fields: definition.fields.map(field => ({
          key: field.key,
          name: field.name,
          type: say(locale, FIELD_NAMES[field.type]),
          required: field.required,
          unique: field.unique,
          relation: field.relation ? (modelNames.get(field.relation.modelId) ?? '') : '',
        })),
        indexes: definition.indexes.map(index => ({
          name: index.name,
          unique: index.unique,
          fields: index.fields.map(field => definition.fields.find(one => one.id === field)?.name ?? '').filter(Boolean),
        })),
        rows: rows.get(id) ?? 0,
        rowsPart: parts.has(partKey('rows', id)) ? partKey('rows', id) : '',
        rowsNeeds: needsOf(partKey('rows', id)),
        conflict: isLeft(id) ? leftText : [notesOf(name), shown].filter(Boolean).join('. '),
      }
    }
    const models: ReturnType<typeof modelOf>[] = []
    for (const model of design.data.models) {
      models.push(modelOf(model))
      // Hundreds of models have tens of thousands of fields; others' calls are answered in between.
      if (models.length % MODELS_AT_ONCE === 0) await breathe()
    }
    const toChoose = new Set(rolesToChoose(design, target).map(role => role.id))
    const roles = design.permissions.roles
      .filter(role => toChoose.has(role.id))
      .map(role => ({
        part: parts.has(partKey('role', role.id)) ? partKey('role', role.id) : '',
        needs: needsOf(partKey('role', role.id)),
        name: roleText(role, locale),
        description: role.description,
        builtIn: role.builtIn !== null,
        outside: role.builtIn === 'guest' ? ('guest' as const) : role.type === 1 ? ('external' as const) : ('' as const),
        includes: role.includes.flatMap(id => design.permissions.roles.find(one => one.id === id)?.name ?? []),
        conflict: isRoleLeft(role) ? leftText : roleConflict(role, there.roles, onConflict, locale),
      }))
    const rules = design.permissions.rowRules.map(rule => ({
      part: parts.has(partKey('rule', rule.id)) ? partKey('rule', rule.id) : '',
      needs: needsOf(partKey('rule', rule.id)),
      name: rule.name,
      model: modelNames.get(rule.modelId) ?? '',
      roles: rule.roleIds.flatMap(id => {
        const role = design.permissions.roles.find(one => one.id === id)
        return role ? [roleText(role, locale)] : []
      }),
      condition: ruleText(rule, design.data.models.find(one => one.id === rule.modelId)?.definition, locale),
    }))
    const sources = design.data.sources
      .filter(source => source.dialect !== 'builtin')
      .map(source => ({
        part: partKey('source', source.id),
        name: source.name,
        key: source.key,
        dialect: source.dialect === 'mysql' ? ('mysql' as const) : ('postgres' as const),
        note: isLeft(source.id) ? leftText : notesOf(source.name),
      }))
    const rights = rightsOf(design, pageNames, target.isNew, locale)
    const tags = into ? await environmentsOf(into.scope, db) : ['dev', 'latest']
    const sql = await sqlOf(arranged, there.data, { tags, appId: into?.scope.appId, partOf: id => partOfMade.get(id) ?? '' }, { db, workers })
    const pagesWith = (kind: FoundKind) => gathered.pagesWith.get(kind) ?? 0
    const allowed = into ? await hostsOf(into.scope.companyId) : NO_HOSTS
    const hosts = gathered.shown.flatMap(({ host, kind, pages: names }) =>
      kind === 'documents' ? [] : [{ host, kind, pages: names, isAllowed: isAmong(host, allowed[kind]) }],
    )
    const conflicts = [
      ...pages.map(one => ({ kind: 'page' as const, name: one.name, text: one.conflict })),
      ...models.map(one => ({ kind: 'model' as const, name: one.name, text: one.conflict })),
      ...roles.map(one => ({ kind: 'role' as const, name: one.name, text: one.conflict })),
    ].filter(one => one.text && one.text !== leftText)
    const { app, formatVersion, version, title, createdBy, files } = manifest
    return {
      sha256: await hashOfFile(input.path),
      size: (await stat(input.path)).size,
      isNew: target.isNew,
      withPermissions: target.withPermissions,
      app: { key: app.key, name: app.name, description: app.description, logo: await logoOf(opened) },
      format: formatVersion,
      version,
      title,
      createdBy,
      verdict: verdictOf(
        {
          closed: new Set(hosts.filter(one => !one.isAllowed).map(one => one.host)).size,
          scripts: pagesWith('script'),
          hosts: pagesWith('host'),
          beyond: pagesWith('beyondApp'),
          onOpen: pagesWith('onOpen'),
          guests: rights.some(right => right.outside === 'guest' && right.allow),
          outside: rights.some(right => right.outside === 'external' && right.allow),
          conflicts: conflicts.length,
          statements: sql[0]?.groups.reduce((sum, group) => sum + group.statements.length, 0) ?? 0,
          mayScript: config.screenScripts,
          left: tellLeft([...arranged.left, ...brought.left, ...(design.permissions.roles.some(isRoleLeft) ? (['role'] as const) : [])]).map(
            one => one.english,
          ),
        },
        locale,
      ),
      pages,
      models,
      sql,
      roles,
      rules,
      rights: target.withPermissions ? rights : [],
      findings: toldFindings(gathered, config.screenScripts, locale),
      findingsTotal: gathered.total,
      sources,
      variables: gathered.variables,
      hosts,
      conflicts,
      files: files.slice(0, MOST_FILES).map(({ name, mime, size }) => ({ name, mime, size })),
      filesTotal: files.length,
    }
  }

  return {
    inspect: (input: InspectInput, into?: InspectInto) =>
      withPackage(workers, input.path, input.password, opened => look(opened, input, into), { withFindings: true }),
  }
}

export type Inspection = Awaited<ReturnType<ReturnType<typeof createInspect>['inspect']>>
