// Work on very many rows that goes on after it was asked for, as amis JSON: how far it is, why it stopped and once more, what it came to.
import type { Schema } from 'amis-core'
import { counted, form, undoneText, type Answer, type Around, type Undone } from './row-changes.ts'

export interface Job {
  id: string
  state: 'working' | 'done' | 'failed'
  isDeletion: boolean
  isUndo: boolean
  result: { changed: number; changeId: string } | null
  undone: Undone | null
}

/** Tells once what a job came to, of each answer about it. */
export function teller({ say, done }: Pick<Around, 'say' | 'done'>) {
  let told = ''
  return (answer: Answer) => {
    const job = answer.data as Job | undefined
    if (answer.status || job?.state !== 'done' || !job.result || told === job.id) return answer
    told = job.id
    const { changed, changeId } = job.result
    if (job.undone) done({ text: undoneText(say, job.undone) })
    else {
      const text = job.isDeletion
        ? counted(changed, say('One row was deleted'), say('{count} rows were deleted', { count: changed.toLocaleString('en') }))
        : counted(changed, say('One row was changed'), say('{count} rows were changed', { count: changed.toLocaleString('en') }))
      done({ text, ...(changeId ? { changeId } : {}) })
    }
    return answer
  }
}

/** Buttons at the end of what is asked. */
export const buttons = (...items: Schema[]): Schema => ({ type: 'flex', justify: 'flex-end', className: 't-import-actions', items })

const progressing = (tpl: string, when: string): Schema => ({ type: 'tpl', wrapperComponent: 'p', tpl, visibleOn: `\${${when}}` })

interface Place {
  /** Id of the service that holds `job`. */
  service: string
  tell: ReturnType<typeof teller>
  /** What happens when it is done, each with the condition for it. */
  whenDone(condition: string): object[]
  /** Beside "Try again". */
  more?: Schema[]
}

/** What holds the job is given the answer about it. */
export const setJob = (service: string, value: string | null) => ({ actionType: 'setValue', componentId: service, args: { value: { job: value } } })

/** What follows an answer about a job. */
export const taken = ({ service, whenDone }: Pick<Place, 'service' | 'whenDone'>, answer: string) => [
  ...whenDone(`\${${answer}.state == 'done'}`),
  setJob(service, `\${${answer}}`),
]

/** How far the job is; why it stopped, and once more. */
export const jobViews = ({ base, say }: Pick<Around, 'base' | 'say'>, place: Place): Schema[] => [
  {
    type: 'service',
    visibleOn: "${job.state == 'working'}",
    silentPolling: true,
    interval: 700,
    stopAutoRefreshWhen: "${state && state != 'working'}",
    showErrorMsg: false,
    api: { method: 'get', url: `${base}/bulk/\${job.id}`, sendOn: '${job.id}', adaptor: place.tell },
    onEvent: { fetchInited: { actions: taken(place, 'event.data.responseData') } },
    body: [
      progressing(say('Deleting {count} rows …', { count: '${job.count|number}' }), 'job.isDeletion'),
      progressing(say('Changing {count} rows …', { count: '${job.count|number}' }), '!job.isDeletion && !job.isUndo'),
      progressing(say('Taking {count} rows back …', { count: '${job.count|number}' }), 'job.isUndo && job.count'),
      { type: 'progress', value: '${job.progress}', showLabel: true, map: ['bg-info'] },
      {
        type: 'tpl',
        wrapperComponent: 'p',
        className: 't-help',
        tpl: `\${job.isUndo ? '${say('You may close this; the work goes on. All rows are taken back together at the end.')}' : '${say('You may close this; the work goes on. All rows are changed together at the end.')}'}`,
      },
    ],
  },
  {
    type: 'container',
    className: 't-stack',
    visibleOn: "${job.state == 'failed'}",
    body: [
      {
        type: 'alert',
        level: 'danger',
        showIcon: true,
        title: say('Nothing was changed'),
        body: { type: 'tpl', tpl: `\${job.reason || '${say('The server stopped in the middle of it.')}'|html}` },
      },
      form({
        actions: [],
        submitText: '',
        api: { method: 'post', url: `${base}/bulk/\${job.id}/retry`, data: {}, adaptor: place.tell },
        onEvent: { submitSucc: { actions: taken(place, 'event.data.result.data') } },
        body: [buttons(...(place.more ?? []), { type: 'submit', level: 'primary', className: 'ml-2', label: say('Try again') })],
      }),
    ],
  },
]

/** An answer to the wish to take a change back, as one about a job: few rows are taken back with the answer. */
export function undoAnswer({ say, done }: Pick<Around, 'say' | 'done'>, answer: Answer): Answer {
  if (answer.status || !answer.data) return answer
  const { job } = answer.data as { job: string }
  done(job ? { text: '', job } : { text: undoneText(say, answer.data as unknown as Undone) })
  return { ...answer, data: { id: job, state: job ? 'working' : 'done', isUndo: true, progress: 0 } }
}

/** How far taking a change back is, where nothing is asked any more. */
export const undoProgress = (around: Pick<Around, 'base' | 'say' | 'done'>, job: string): Schema => ({
  type: 'service',
  id: 'rows-undoing',
  className: 'tes-data-done__job',
  data: { job: { id: job, state: 'working', isUndo: true, progress: 0 } },
  body: jobViews(around, { service: 'rows-undoing', tell: teller(around), whenDone: () => [] }),
})
