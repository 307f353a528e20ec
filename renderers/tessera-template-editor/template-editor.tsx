// The work on one widget template: toolbar, notices, canvas or JSON. A sibling of page design without pages, history and releases.
import { useEffect, useMemo, useState } from 'react'
import { resolveVariableAndFilter, type RendererProps } from 'amis-core'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { renderer } from '../register.tsx'
import {
  CanvasTools,
  EditorCanvas,
  FoundDraft,
  NarrowNotice,
  NotLoaded,
  SaveButton,
  SaveState,
  TakeTheirs,
  useEditing,
} from '../tessera-page-designer/editor-frame.tsx'
import { openDocument } from '../tessera-page-designer/page-document.ts'
import { useRunning, type AppEnv } from '../tessera-page-designer/running-context.ts'
import type { Fetcher } from '../tessera-page-designer/calls.ts'
import { sayer } from '../words.ts'
import { Icon } from '../icons.tsx'
import { Confirm, useSay, Words } from '../workplace/ui.tsx'
import { useNarrow } from '../workplace/use-narrow.ts'
import '../workplace/workplace.css'
import '../tessera-page-designer/page-designer.css'
import { addressesOf, locate, templateCalls, type Level, type Place } from './calls.ts'

interface Props extends RendererProps {
  level: Level
  companyKey?: string
  appUrlKey?: string
  templateId: string
}

const text = (value: unknown, data: unknown) => String(resolveVariableAndFilter(value as string, data as object, '| raw') ?? '')
const fetcherOf = (env: unknown) => (env as { request: Fetcher }).request

export function TemplateEditor(props: Props) {
  const { env, data, level } = props
  const say = sayer(env)
  const companyKey = text(props.companyKey, data)
  const appUrlKey = text(props.appUrlKey, data)
  const templateId = text(props.templateId, data)
  if (isOnCanvas(env)) return <OnCanvas name="Widget template" env={env} />
  const isLost = level === 'app' && (!companyKey || !appUrlKey)
  return (
    <Words.Provider value={say}>
      {isLost ? (
        <Lost {...props} templateId={templateId} />
      ) : (
        <Work key={`${companyKey} ${appUrlKey} ${templateId}`} {...props} place={{ level, companyKey, appUrlKey }} templateId={templateId} />
      )}
    </Words.Provider>
  )
}

/** An address that names no app leads on to the one that does. */
function Lost({ env, templateId }: Props) {
  const say = useSay()
  const [error, setError] = useState('')
  useEffect(() => {
    locate(fetcherOf(env), templateId).then(
      address => env.jumpTo(address, { replace: true } as never),
      (problem: Error) => setError(problem.message),
    )
  }, [env, templateId])
  return error ? (
    <NotLoaded title={say('This template could not be loaded')} error={error} />
  ) : (
    <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />
  )
}

function Work({ place, templateId, env, data, locale = 'en-US', render }: Props & { place: Place }) {
  const say = useSay()
  const narrow = useNarrow()
  const [name, setName] = useState('')
  const userId = text('${user.id}', data)
  const { level, companyKey, appUrlKey } = place
  // Only at the level of an app there is something around a template; elsewhere it asks for nothing.
  const { appEnv } = env as unknown as { appEnv?: AppEnv }
  const { context, request } = useRunning(fetcherOf(env), appEnv, [level === 'app' ? companyKey : '', appUrlKey], locale)
  const around = useMemo(() => ({ request, ...(level === 'app' && { context }) }), [level, context, request])
  const addresses = useMemo(() => addressesOf({ level, companyKey, appUrlKey }), [level, companyKey, appUrlKey])
  const calls = useMemo(() => templateCalls(fetcherOf(env), addresses.calls, userId, say, setName), [env, addresses, userId, say])
  const doc = useMemo(() => openDocument({ calls, pageId: templateId, tab: '' }), [calls, templateId])
  const [open, setOpen] = useState<'' | 'theirs' | 'over'>('')

  const save = async () => {
    const result = await doc.save()
    if (result === 'saved') env.notify('success', say('Saved as version {version}', { version: doc.state.version }))
    else if (result === 'failed') env.notify('error', doc.state.error)
    else env.notify('warning', say('Not saved: somebody else saved this template meanwhile'))
  }
  const editing = useEditing({ doc, env, narrow, save })
  const { state } = editing

  return (
    <div className="tes-designer">
      <section className="tes-work" aria-label={name || say('Widget template')}>
        <div className="tes-bar" role="toolbar" aria-label={say('Template tools')}>
          <a className="tes-icon-button" href={addresses.list} title={say('Back to the templates')} aria-label={say('Back to the templates')} data-go>
            <Icon name="back" />
          </a>
          <h2 className="tes-bar__name">{name}</h2>
          <SaveState state={state} locale={locale} />
          <span className="tes-bar__space" />
          <CanvasTools editing={editing} />
          <i className="tes-bar__line" />
          <SaveButton editing={editing} />
        </div>

        <div className="tes-notices" aria-live="polite">
          {state.foreign && (
            <p className="tes-notice is-warn">
              <span>
                {state.foreign.by
                  ? say('{name} saved version {version} of this template.', { name: state.foreign.by, version: state.foreign.version })
                  : say('Version {version} of this template was saved.', { version: state.foreign.version })}{' '}
                {say('Your changes are still here, unsaved.')}
              </span>
              <button type="button" className="tes-link" onClick={() => setOpen('theirs')}>
                {say('Take theirs')}
              </button>
              <button type="button" className="tes-link" onClick={() => setOpen('over')}>
                {say('Save mine over it')}
              </button>
            </p>
          )}
          <NarrowNotice editing={editing} />
        </div>

        <div className="tes-canvas">
          {state.phase === 'loading' && <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />}
          {state.phase === 'failed' && <NotLoaded title={say('This template could not be loaded')} error={state.error} onAgain={() => void doc.load()} />}
          <FoundDraft editing={editing} title={say('You have a draft of this template in this browser')} locale={locale} onDrop={() => void doc.dropDraft()} />
          <EditorCanvas editing={editing} locale={locale} renderPart={render} check={calls.check} more={around} />
        </div>

        {open === 'theirs' && <TakeTheirs name={name} onConfirm={() => doc.reload()} onClose={() => setOpen('')} />}
        {open === 'over' && state.foreign && (
          <Confirm
            title={say('Save over version {version}?', { version: state.foreign.version })}
            action={say('Save mine over it')}
            danger
            onConfirm={editing.overwrite}
            onClose={() => setOpen('')}
          >
            <p>{say('Templates keep no older versions: theirs is lost.')}</p>
          </Confirm>
        )}
      </section>
    </div>
  )
}

export default renderer('tessera-template-editor', TemplateEditor)
