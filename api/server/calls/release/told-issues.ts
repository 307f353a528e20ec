import { say, type Locale } from '../../../messages.ts'
import { ISSUES, type PublishIssue } from '../../services/release/index.ts'

/** Issues as a form shows them, with room for the answers. A password is in none of them. */
export const toldIssues = (issues: readonly PublishIssue[], locale: Locale, refused: ReadonlyMap<string, string> = new Map()) =>
  issues.map(({ reason, ...issue }) => ({
    ...issue,
    message: say(locale, ISSUES[issue.type]),
    reason: say(locale, refused.get(issue.id) ?? reason),
    changePwd: false,
    createIfNotExists: false,
    ignoreDBNotExists: false,
    ignoreAlterConfirm: false,
    confirmConvertSoftRemoveToHardRemove: false,
    confirmDBUpQuery: false,
  }))
