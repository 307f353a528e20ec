// What overdue actions do, in words.
import { OVERDUE_ACTIONS, type OverdueAction } from '../../api/flow/overdue.ts'
import type { Say } from '../words.ts'

export function actionText(say: Say, action: OverdueAction['action']): string {
  switch (action) {
    case 'noticeTransactor':
      return say('Remind who is asked')
    case 'noticeUser':
      return say('Tell somebody')
    case 'apiCenter':
      return say('Call an API')
    case 'transfer':
      return say('Give the task to somebody else')
    case 'autoApprove':
      return say('Approve')
    case 'autoReject':
      return say('Reject')
    case 'terminate':
      return say('End the flow')
  }
}

/** What can be chosen: calling an API only where there is one. */
export const actionChoices = (say: Say, hasApis: boolean) =>
  OVERDUE_ACTIONS.filter(action => action !== 'apiCenter' || hasApis).map(value => ({ value, label: actionText(say, value) }))
