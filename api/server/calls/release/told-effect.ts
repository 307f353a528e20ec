import { say, type Locale } from '../../../messages.ts'
import type { ReleasePlan } from '../../services/data/index.ts'
import { losesForGood, toldStatement } from './told-statement.ts'

/** What publishing would run in databases, in the words of whoever asks. */
export function toldEffect(plan: ReleasePlan | undefined, locale: Locale) {
  const sources = (plan?.sources ?? []).map(({ id, name, statements, missing }) => ({
    id,
    name,
    missing,
    statements: statements.map(one => toldStatement(one, locale)),
  }))
  return {
    sources,
    count: sources.reduce((sum, source) => sum + source.statements.length, 0),
    problems: (plan?.problems ?? []).map(problem => say(locale, problem.english, problem.values)),
    missing: sources.flatMap(source => source.missing),
    loses: plan?.loses ?? false,
    final: losesForGood((plan?.sources ?? []).flatMap(one => one.statements)),
    hash: plan?.hash ?? '',
  }
}
