// Why a person sees a row of a model, or does not: decided by the same conditions that limit lists, asked of this one row.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { type Data, fieldOf, titleOf, type Asker, type Opened, leafText, treeText, isNamed, isRefusal, systemFields, valuesNamed } from '../data/index.ts'
import { explain, managerOf, pathTo, rolesOf } from '../foundation/access/verdict.ts'
import { departmentNames, loadPeople, loadPolicy, pathText, verdictText } from '../permission/index.ts'
import type { Ruled } from './enforcement.ts'
import type { RowPermissions } from './index.ts'
import { inCompany } from '../../store/scoped.ts'

/** People that a rule for others names. */
const MOST_NAMED = 5

export function createRowAccess({ db }: Pick<Core, 'db'>, { data, rowPermissions }: { data: Data; rowPermissions: RowPermissions }) {
  async function peopleNames(companyId: string, ids: string[]): Promise<Map<string, string>> {
    if (!ids.length) return new Map()
    const rows = await inCompany(db, companyId)
      .selectFrom('person')
      .innerJoin('member', 'member.user_id', 'person.id')
      .select(['person.id', 'person.name'])
      .where('member.banned', '=', false)
      .where('person.id', 'in', ids)
      .execute()
    return new Map(rows.map(row => [row.id, row.name]))
  }

  return {
    /** The asker has to be allowed to see the row, too. */
    async explain(opened: Opened, rowId: string, userId: string, locale: Locale) {
      const { scope, model, asker } = opened
      const tell = (english: string, values?: Record<string, string | number>) => say(locale, english, values)
      const row = await data.rows.get(opened, rowId)
      const [people, policy] = await Promise.all([loadPeople(scope, [userId], db), loadPolicy(scope, { kind: 'model', resourceIds: [model.id] }, locale, db)])
      const person = people.get(userId)
      if (!person) throw notFound('permission.personUnknown', 'There is no such person in the organisation or among the external users of the app')
      const held = rolesOf(policy, person)
      const manager = managerOf(person)
      const theirs: Asker = {
        user: { id: person.id, name: person.name, email: person.email, isSuper: person.isSuper, granted: 'none' },
        company: { ...asker.company, role: person.member },
        app: { ...asker.app, rights: { manager, isMember: person.member !== undefined, held: new Set(held.keys()), lists: policy.lists, roles: policy.roles } },
      }
      const [mayRead, limit, rules] = await Promise.all([
        rowPermissions.mayDo(theirs, model.id, 'read'),
        rowPermissions.filter(scope, model, theirs),
        rowPermissions.ruling(scope, model, theirs),
      ])

      // One question for the verdict and for everything that led to it.
      const conditions = [
        ...(limit ? [limit] : []),
        ...rules.flatMap(rule => [...(rule.condition ? [rule.condition] : []), ...rule.leaves.map(leaf => leaf.condition)]),
      ]
      const answers = await data.rows.holds(opened, rowId, conditions)
      const holds = new Map(conditions.map((condition, at) => [condition, answers[at] === true]))
      const allow = !limit || holds.get(limit) === true

      const duty = explain(policy, person, { kind: 'app', tag: scope.tag, option: 'access' })
      const view = explain(policy, person, { kind: 'model', tag: scope.tag, option: 'read', resourceId: model.id, ownerId: null })
      const ways = rules.map(rule => rule.roles.find(role => held.has(role)))
      const paths = ways.map(role => (role ? pathTo(held, role) : []))
      const steps = [...paths.flat(), ...[...duty.reasons, ...view.reasons].flatMap(reason => ('path' in reason ? reason.path : []))]
      const [departments, names, textOf] = await Promise.all([
        departmentNames(
          scope.companyId,
          steps.flatMap(({ via }) => (via.by === 'department' ? [via.id] : [])),
          db,
        ),
        peopleNames(scope.companyId, [...new Set(rules.flatMap(rule => [...rule.users].slice(0, MOST_NAMED)))]),
        data.texts.reader(opened, [row], locale),
      ])
      const named = { policy, departments, kind: 'app', locale }

      const isOf = (rule: Ruled) => {
        if (!rule.isFor) return 'others' as const
        if (rule.problem) return 'broken' as const
        return !rule.condition || holds.get(rule.condition) ? ('shows' as const) : ('hides' as const)
      }
      const forWhom = (rule: Ruled, at: number) => {
        if (rule.users.has(person.id)) return tell('for {name} by name', { name: person.name })
        if (rule.isFor) return pathText(paths[at] ?? [], named)
        const others = [
          ...rule.roles.flatMap(id => policy.roles.get(id)?.name ?? []),
          ...[...rule.users].slice(0, MOST_NAMED).flatMap(id => names.get(id) ?? []),
          ...(rule.users.size > MOST_NAMED ? ['…'] : []),
        ]
        return tell('for {names}', { names: others.join(', ') || tell('nobody') })
      }
      const choosable = [...model.definition.fields, ...systemFields(model.definition)].filter(isNamed)
      const labels = new Map<string, string>([...policy.roles.values()].map(role => [`user.roles ${role.id}`, role.name]))
      for (const field of choosable) {
        const wanted = [...new Set(rules.flatMap(rule => valuesNamed(rule.filters, field.key)))]
        if (wanted.length)
          for (const { value, label } of await data.choices.named(opened, field, model.source.key, wanted)) labels.set(`${field.key} ${value}`, label)
      }
      const text = { definition: model.definition, locale, nameOf: (name: string, id: string) => labels.get(`${name} ${id}`) }
      const valueIn = (leaf: Record<string, unknown>) => {
        const field = fieldOf(model.definition, (leaf.left as { field?: unknown } | null)?.field)
        return field ? textOf(field, row[field.key]) : ''
      }
      const told = rules.map((rule, at) => ({
        key: rule.id,
        name: rule.name,
        is: isOf(rule),
        who: forWhom(rule, at),
        conditions:
          rule.problem && isRefusal(rule.problem)
            ? say(locale, rule.problem.english, rule.problem.more.values)
            : treeText(rule.filters, text) || tell('all rows'),
        leaves: rule.leaves.map(({ leaf, condition }) => ({ text: leafText(leaf, text), holds: holds.get(condition) === true, value: valueIn(leaf) })),
      }))
      const shows = told.find(rule => rule.is === 'shows')
      const verdict = () => {
        if (manager) return verdictText(duty, named).text
        if (!mayRead) return verdictText(view, { ...named, kind: 'model' }).text
        if (!rules.length) return tell('The model has no row permissions, so whoever may view it sees all of its rows')
        if (shows) return tell('The row permission {name} shows it: {who}', { name: shows.name, who: shows.who })
        return told.some(rule => rule.is !== 'others')
          ? tell('No row permission that is for this person fits this row')
          : tell('None of the row permissions of this model is for this person')
      }
      return {
        person: { id: person.id, name: person.name, email: person.email },
        row: { id: String(row.id), title: titleOf(model.definition, row) },
        allow,
        text: verdict(),
        duty: { allow: duty.allow, text: verdictText(duty, named).text },
        rules: told,
      }
    },
  }
}
