// Organisations: who may make one, how its key comes about, and what members see of it.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import type { Db, Trx } from '../../store/database.ts'
import { cappedTotal, containing, TOTAL_CAP } from '../../store/paging.ts'
import type { CompanyInScope, SignedIn } from '../foundation/access/index.ts'
import { everywhere, inCompany } from '../../store/scoped.ts'

/** Words that follow /api/company in the address of a call. */
export const RESERVED_KEYS: ReadonlySet<string> = new Set(['create', 'checkcreate', 'apply'])

const suffix = () => randomBytes(4).readUInt32BE().toString(36).padStart(6, '0').slice(-6)

/** An address word out of a name; a part that cannot be written in it is made up for by a few random letters. */
export function keyFrom(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const word = plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 30)
    .replace(/^-+|-+$/g, '')
  const isWhole = word.length >= 2 && !/[^\p{ASCII}\p{P}\p{S}\p{Z}]/u.test(plain)
  return isWhole && !RESERVED_KEYS.has(word) ? word : [word || 'org', suffix()].join('-')
}

/** Names of the fields in an operator's schema, and those that must be filled in. */
export function extraFields(schema: unknown): Map<string, { required: boolean }> {
  const found = new Map<string, { required: boolean }>()
  const walk = (node: unknown) => {
    if (!node || typeof node !== 'object') return
    const { type, name, required, visibleOn, hiddenOn } = node as Record<string, unknown>
    if (typeof type === 'string' && typeof name === 'string' && name !== 'companyName' && name !== 'industry')
      found.set(name, { required: required === true && !visibleOn && !hiddenOn })
    for (const child of Object.values(node)) walk(child)
  }
  walk(schema)
  return found
}

export function createCompanies({ config, db }: Pick<Core, 'config' | 'db'>) {
  const extra = extraFields(config.createCompanyExtra)

  /** Adds an organisation and its owner; a key made from the name gets a suffix where it is taken, a given one is refused. */
  async function add(
    company: { name: string; key?: string; logo?: string; industry?: string; extra?: Record<string, unknown>; ownerId: string },
    trx: Trx,
  ): Promise<{ id: string; key: string }> {
    const id = uuidv7()
    const wanted = company.key || keyFrom(company.name)
    for (let tries = 0; tries < (company.key ? 1 : 10); tries++) {
      const key = tries === 0 ? wanted : `${wanted}-${tries < 4 ? tries + 1 : suffix()}`
      const made = await trx
        .insertInto('company')
        .values({
          id,
          key,
          name: company.name.trim(),
          logo: company.logo ?? '',
          industry: company.industry ?? '',
          extra: JSON.stringify(company.extra ?? {}),
          owner_id: company.ownerId,
        })
        .onConflict(conflict => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!made) continue
      await inCompany(trx, id).insertInto('member').values({ user_id: company.ownerId, role: 'owner' }).execute()
      return { id, key }
    }
    if (company.key) throw fieldError('company.keyTaken', 'key', 'This key is not available')
    throw new Error('no free key found for an organisation')
  }

  /** The refusal that creating an organisation would meet. */
  function refusalFor(user: SignedIn): ApiError | undefined {
    if (config.companyCreation === 'off') return new ApiError('company.creationOff', 'Organisations cannot be created on this installation', 403)
    if (config.companyCreation === 'super' && !user.isSuper)
      return new ApiError('company.creationBySuper', 'Only a platform super user can create organisations here. Ask your administrator', 403)
    return undefined
  }

  return {
    add,
    refusalFor,

    async create(input: Record<string, unknown> & { companyName: string; industry: string }, user: SignedIn) {
      const refused = refusalFor(user)
      if (refused) throw refused
      const { companyName, industry, ...own } = input
      const fields: Record<string, string> = {}
      if (companyName.trim().length < 2) fields.companyName = 'At least {limit} characters'
      for (const name of Object.keys(own)) if (!extra.has(name)) fields[name] = 'Unknown field'
      for (const [name, rule] of extra) if (rule.required && (own[name] ?? '') === '') fields[name] = 'Required'
      if (Object.keys(fields).length) throw new ApiError('request.invalid', 'Check the form', 422, { fields, values: { limit: 2 } })
      return db.transaction().execute(trx => add({ name: companyName, industry, extra: own, ownerId: user.id }, trx))
    },

    /** The organisations of a person, by name. */
    async list(userId: string, { page, perPage, keywords }: { page: number; perPage: number; keywords?: string }) {
      let rows = everywhere(db, 'the organisations of one person')
        .selectFrom('member')
        .innerJoin('company', 'company.id', 'member.company_id')
        .where('member.user_id', '=', userId)
        .where('member.banned', '=', false)
      if (keywords?.trim())
        rows = rows.where(eb => eb.or([eb('company.name', 'ilike', containing(keywords)), eb('company.key', 'ilike', containing(keywords))]))
      const [items, { total }] = await Promise.all([
        rows
          .select(['company.id', 'company.key', 'company.name', 'company.logo', 'company.created_at', 'company.owner_id', 'member.role'])
          .select(eb => [
            eb
              .selectFrom('app')
              .select(app => app.fn.countAll<number>().as('n'))
              .whereRef('app.company_id', '=', 'company.id')
              .where('state', '=', 'active')
              .where('copy_of', 'is', null)
              .as('apps'),
            eb
              .selectFrom('member as other')
              .select(other => other.fn.countAll<number>().as('n'))
              .whereRef('other.company_id', '=', 'company.id')
              .as('members'),
          ])
          .orderBy('company.name')
          .orderBy('company.id')
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute(),
        cappedTotal(db, rows.select('company.id').limit(TOTAL_CAP + 1)),
      ])
      return {
        items: items.map(row => ({
          id: row.id,
          key: row.key,
          name: row.name,
          logo: row.logo,
          role: row.role,
          isOwner: row.owner_id === userId,
          createdAt: row.created_at.toISOString(),
          apps: row.apps ?? 0,
          members: row.members ?? 0,
        })),
        total,
        page,
        perPage,
      }
    },

    /** One organisation with its numbers. */
    async overview(company: CompanyInScope, userId: string) {
      const row = await db
        .selectFrom('company')
        .innerJoin('person', 'person.id', 'company.owner_id')
        .select(['company.logo', 'company.industry', 'company.created_at', 'company.owner_id', 'person.name as owner'])
        .where('company.id', '=', company.id)
        .executeTakeFirstOrThrow()
      const count = async (query: Promise<{ n: number }>) => (await query).n
      const apps = (state: 'active' | 'archived') =>
        count(
          inCompany(db, company.id)
            .selectFrom('app')
            .select(eb => eb.fn.countAll<number>().as('n'))
            .where('state', '=', state)
            .where('copy_of', 'is', null)
            .executeTakeFirstOrThrow(),
        )
      const members = count(
        inCompany(db, company.id)
          .selectFrom('member')
          .select(eb => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow(),
      )
      return {
        id: company.id,
        key: company.key,
        name: company.name,
        logo: row.logo,
        role: company.role ?? null,
        isOwner: row.owner_id === userId,
        createdAt: row.created_at.toISOString(),
        industry: row.industry,
        owner: row.owner,
        counts: { apps: await apps('active'), archived: await apps('archived'), members: await members },
      }
    },

    /** True once there is any organisation. */
    async exists(on: Db | Trx = db): Promise<boolean> {
      return !!(await on.selectFrom('company').select('id').limit(1).executeTakeFirst())
    },
  }
}
