// How the approvers of one task decide together. Pure.
import type { Decision, Work } from './state.ts'

export const isAsked = ({ users, chains = [] }: Work, user: string) => users.includes(user) || chains.some(({ people }) => people.includes(user))

/** Whether the approvers of a task have decided; none where votes are missing. */
export function verdictOf({ deciding, users, approved, rejected }: Work): Decision | undefined {
  // A task that nobody has is one to decide all the same.
  const all = Math.max(1, users.length)
  if (approved + rejected === 0) return undefined
  if (deciding.by === 'one') return approved > 0 ? 'approve' : 'reject'
  const wanted = deciding.by === 'ratio' ? Math.max(1, Math.ceil((all * deciding.percent) / 100)) : all
  if (approved >= wanted) return 'approve'
  return all - rejected < wanted ? 'reject' : undefined
}
