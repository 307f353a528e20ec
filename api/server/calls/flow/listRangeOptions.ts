import type { Handler } from '../../handler.ts'
import type { DepartmentNode } from '../../services/org/index.ts'

const MOST = 100
const flat = (nodes: readonly DepartmentNode[], above = ''): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, children }) => {
    const label = above ? `${above} / ${name}` : name
    return [{ value: id, label }, ...flat(children, label)]
  })

export const flowListRangeOptions: Handler<'flow.listRangeOptions'> = async ({ body }, { organisation, roles, company, app, user, locale }) => {
  const { type, keywords = '', values = [] } = body
  if (type === 'users') {
    const found = await organisation.members.choices(company.id, keywords, values)
    return { options: found.map(({ value, label }) => ({ value, label, type })) }
  }
  const all =
    type === 'departments'
      ? flat(await organisation.departments.tree(company.id, { inUseOnly: true }))
      : (await roles.list(app, { page: 1, perPage: 1000 }, user, locale)).items.map(({ id, name }) => ({ value: id, label: name }))
  const chosen = new Set(values)
  const words = keywords.trim().toLowerCase()
  const fitting = all.filter(({ value, label }) => !chosen.has(value) && label.toLowerCase().includes(words)).slice(0, MOST)
  return { options: [...all.filter(({ value }) => chosen.has(value)), ...fitting].map(option => ({ ...option, type })) }
}
