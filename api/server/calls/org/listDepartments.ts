import type { Handler } from '../../handler.ts'
import type { DepartmentNode } from '../../services/org/index.ts'

export const orgListDepartments: Handler<'org.listDepartments'> = async ({ query }, { organisation, company }) => {
  const options = await organisation.departments.tree(company.id, { inUseOnly: query.showEnabled })
  const wanted = new Set(query.defaultIds?.split(','))
  const there = (nodes: DepartmentNode[]): string[] => nodes.flatMap(node => [...(wanted.has(node.id) ? [node.id] : []), ...there(node.children)])
  // A field of a form takes `value` for its own, so that it only comes where it was asked for.
  return { options, ...(wanted.size && { value: there(options).join(',') }) }
}
