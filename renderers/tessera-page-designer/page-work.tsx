// One page at work: toolbar, notices, canvas or JSON.
import { useEffect, useMemo, useState } from 'react'
import type { RendererProps } from 'amis-core'
import type { DesignApi, DesignComponent, DesignPage, DesignQuery, DesignSource } from '../tessera-schema-editor/place.ts'
import type { TemplateComponent } from '../tessera-schema-editor/template-plugin.ts'
import type { Calls, Language } from './calls.ts'
import { History } from './history.tsx'
import { CanvasTools, EditorCanvas, FoundDraft, NarrowNotice, NotLoaded, SaveButton, SaveState, TakeTheirs, useEditing } from './editor-frame.tsx'
import { openDocument } from './page-document.ts'
import { CompareDialog, NoteDialog } from './page-dialogs.tsx'
import { PageTexts } from './page-texts.tsx'
import type { Running } from './running-context.ts'
import { useTranslations, type Translations } from './use-translations.ts'
import { tabId } from '../workplace/tab-id.ts'
import { Confirm, IconButton, Menu, useSay } from '../workplace/ui.tsx'

export interface WorkAddresses {
  running(path: string): string
  phone(path: string): string
  /** Empty where nothing is published. */
  releases: string
  isDev: boolean
}
interface Props {
  calls: Calls
  pageId: string
  name: string
  path: string
  locale: string
  addresses: WorkAddresses
  /** What the canvas gives the page, and what it may ask, as in the running app. */
  running: Running
  /** Offered in the palette; undefined until they are known. */
  templates: readonly TemplateComponent[] | undefined
  /** Models whose rows the page can show, and pages that it can lead to. */
  sources: readonly DesignSource[]
  queries: readonly DesignQuery[]
  components: readonly DesignComponent[]
  /** APIs that pages can call; undefined where they are not known. */
  apis: readonly DesignApi[] | undefined
  pages: readonly DesignPage[]
  /** Of the app; none where there is nothing to choose. */
  languages: readonly Language[]
  /** That the canvas shows the texts in; empty for the first. */
  language: string
  onLanguage(language: string): void
  env: RendererProps['env']
  renderPart: RendererProps['render']
  treeShown: boolean
  narrow: boolean
  onToggleTree(): void
  onSettings(): void
  /** Missing where this person may not share pages. */
  onShare?(): void
  /** Version, draft or name may have changed. */
  onChanged(): void
  /** Tells whether leaving would lose something; `save` keeps it. */
  onGuard(guard: { dirty: boolean; save(): Promise<boolean> } | null): void
}

const BEAT = 10_000

export function PageWork(props: Props) {
  const {
    calls,
    pageId,
    name,
    path,
    locale,
    addresses,
    running,
    templates,
    sources,
    queries,
    components,
    apis,
    pages,
    languages,
    language,
    onLanguage,
    env,
    renderPart,
    treeShown,
    narrow,
    onToggleTree,
    onSettings,
    onShare,
    onChanged,
    onGuard,
  } = props
  const say = useSay()
  const [tab] = useState(tabId)
  const doc = useMemo(() => openDocument({ calls, pageId, tab }), [calls, pageId, tab])
  const [open, setOpen] = useState<'' | 'history' | 'note' | 'theirs' | 'over' | 'compare' | 'texts'>('')

  const translations = useTranslations({ calls, pageId, languages, chosen: language })

  const save = async (note = '') => {
    const result = await doc.save(note)
    if (result === 'saved') {
      void translations.afterSave()
      env.notify('success', say('Saved as version {version}', { version: doc.state.version }))
      onChanged()
    } else if (result === 'failed') env.notify('error', doc.state.error)
    else env.notify('warning', say('Not saved: somebody else saved this page meanwhile'))
    return result === 'saved'
  }
  const editing = useEditing({ doc, env, narrow, save })
  const { state, asJson, isReady: working, save: saveLatest } = editing

  const ready = state.phase === 'ready' || state.phase === 'choosing'
  useEffect(() => {
    if (!ready) return
    void doc.beat()
    const timer = setInterval(() => document.visibilityState === 'visible' && void doc.beat(), BEAT)
    return () => clearInterval(timer)
  }, [doc, ready])
  useEffect(() => {
    onGuard({ dirty: state.dirty, save: saveLatest })
    return () => onGuard(null)
  }, [state.dirty, saveLatest, onGuard])

  const others = state.editors.filter(({ isSelf }) => !isSelf).map(({ name: who }) => who)
  return (
    <section className="tes-work" aria-label={name}>
      <div className="tes-bar" role="toolbar" aria-label={say('Page tools')}>
        <IconButton icon="side" label={treeShown ? say('Hide the pages') : say('Show the pages')} pressed={treeShown} onClick={onToggleTree} />
        <h2 className="tes-bar__name" title={path}>
          {name}
        </h2>
        <SaveState state={state} locale={locale} />
        <span className="tes-bar__space" />
        {languages.length > 1 && (
          <select
            className="tes-input tes-bar__language"
            aria-label={say('Language of the texts')}
            title={say('Language of the texts')}
            value={translations.language || languages[0]?.tag}
            disabled={!working || asJson}
            onChange={event => onLanguage(event.target.value)}
          >
            {languages.map(({ tag, name: called }) => (
              <option key={tag} value={tag} lang={tag}>
                {called}
              </option>
            ))}
          </select>
        )}
        <CanvasTools editing={editing} />
        <IconButton icon="history" label={say('History')} disabled={!working} onClick={() => setOpen('history')} />
        <i className="tes-bar__line" />
        <Menu
          label={say('More')}
          items={[
            { label: say('Save with a note'), disabled: !working || !state.dirty || asJson, onPick: () => setOpen('note') },
            { label: say('Preview on a phone'), onPick: () => env.jumpTo(addresses.phone(path), { blank: true } as never) },
            { label: say('Page settings'), onPick: onSettings },
            languages.length > 1
              ? {
                  label: say('Texts of this page'),
                  onPick: () => {
                    // What was written on the canvas is in the list.
                    if (translations.language) void translations.load()
                    else onLanguage(languages[1]?.tag ?? '')
                    setOpen('texts')
                  },
                }
              : null,
          ]}
        />
        {onShare && (
          <button type="button" className="tes-button tes-bar__publish" disabled={!working} onClick={onShare}>
            {say('Share')}
          </button>
        )}
        <a
          className="tes-button tes-bar__publish"
          href={addresses.running(path)}
          target="_blank"
          rel="noopener"
          title={state.dirty ? say('What is saved, with the data of dev. Save first to see your changes.') : say('What is saved, with the data of dev')}
        >
          {say('Open in dev')}
        </a>
        {addresses.releases && (
          <a className="tes-button tes-bar__publish" href={addresses.releases} data-go>
            {say('Publish')}
          </a>
        )}
        <SaveButton editing={editing} />
      </div>

      <div className="tes-notices" aria-live="polite">
        {others.length > 0 && !state.foreign && (
          <p className="tes-notice">
            {others.length === 1
              ? say('{name} is editing this page too.', { name: others[0] ?? '' })
              : say('{names} are editing this page too.', { names: others.join(', ') })}
          </p>
        )}
        {state.editors.some(({ isSelf }) => isSelf) && !state.foreign && <p className="tes-notice">{say('You have this page open in another tab as well.')}</p>}
        {state.foreign && (
          <p className="tes-notice is-warn">
            <span>
              {state.foreign.by
                ? say('{name} saved version {version} of this page.', { name: state.foreign.by, version: state.foreign.version })
                : say('Version {version} of this page was saved.', { version: state.foreign.version })}{' '}
              {state.dirty ? say('Your changes are still here, unsaved.') : say('You see an older one.')}
            </span>
            <button type="button" className="tes-link" onClick={() => setOpen('compare')}>
              {say('Compare')}
            </button>
            <button type="button" className="tes-link" onClick={() => (state.dirty ? setOpen('theirs') : void doc.reload().then(onChanged))}>
              {state.dirty ? say('Take theirs') : say('Show the newest')}
            </button>
            {state.dirty && (
              <button type="button" className="tes-link" onClick={() => setOpen('over')}>
                {say('Save mine over it')}
              </button>
            )}
          </p>
        )}
        {state.draft.state === 'blocked' && (
          <p className="tes-notice is-warn">
            <span>{say('{name} has a draft of this page, so yours is not kept until you save.', { name: state.blockedBy })}</span>
            <button type="button" className="tes-link" onClick={() => void doc.takeDraft()}>
              {say('Replace that draft')}
            </button>
          </p>
        )}
        {editing.previewing && addresses.isDev && (
          <p className="tes-notice">{say('This preview is real: what you add, change or delete here is written into the data of dev.')}</p>
        )}
        <NarrowNotice editing={editing} />
        <InLanguage translations={translations} languages={languages} />
      </div>

      <div className="tes-canvas">
        {state.phase === 'loading' && <div className="tes-canvas__wait" role="status" aria-label={say('Loading')} />}
        {state.phase === 'failed' && <NotLoaded title={say('This page could not be loaded')} error={state.error} onAgain={() => void doc.load()} />}
        <FoundDraft
          editing={editing}
          title={state.found?.mine ? say('You have a draft of this page') : say('{name} has a draft of this page', { name: state.found?.by ?? '' })}
          locale={locale}
          onDrop={() => void doc.dropDraft().then(onChanged, (error: Error) => env.notify('error', error.message))}
        />
        <EditorCanvas
          editing={editing}
          locale={locale}
          renderPart={renderPart}
          check={calls.check}
          more={
            translations.isReady && templates
              ? { reading: translations.reading, templates, ...running, sources, queries, components, apis, pages, writes: addresses.isDev }
              : undefined
          }
        />
      </div>

      {open === 'history' && (
        <History
          calls={calls}
          pageId={pageId}
          pageName={name}
          current={state.schema}
          version={state.page?.version ?? state.version}
          locale={locale}
          dirty={state.dirty}
          onRestore={async version => {
            await doc.restore(version)
            setOpen('')
            env.notify('success', say('Version {version} is the newest again', { version }))
            onChanged()
          }}
          onClose={() => setOpen('')}
        />
      )}
      {open === 'texts' && (
        <PageTexts
          calls={calls}
          pageName={name}
          languages={languages}
          translations={translations}
          onChoose={onLanguage}
          onClose={() => {
            setOpen('')
            void translations.load()
          }}
        />
      )}
      {open === 'note' && <NoteDialog onSave={save} onClose={() => setOpen('')} />}
      {open === 'theirs' && <TakeTheirs name={name} onConfirm={() => doc.reload().then(onChanged)} onClose={() => setOpen('')} />}
      {open === 'over' && state.foreign && (
        <Confirm
          title={say('Save over version {version}?', { version: state.foreign.version })}
          action={say('Save mine over it')}
          onConfirm={async () => {
            await editing.overwrite()
            onChanged()
          }}
          onClose={() => setOpen('')}
        >
          <p>{say('Yours becomes the newest version. Theirs stays in the history and can be restored.')}</p>
        </Confirm>
      )}
      {open === 'compare' && state.foreign && (
        <CompareDialog calls={calls} pageId={pageId} version={state.foreign.version} mine={state.schema} onClose={() => setOpen('')} />
      )}
    </section>
  )
}

/** Over a canvas that shows another language than the page is written in. */
function InLanguage({ translations: { language, kept, refused, error, load }, languages }: { translations: Translations; languages: readonly Language[] }) {
  const say = useSay()
  if (!language) return null
  const nameOf = (tag: string | undefined) => languages.find(one => one.tag === tag)?.name ?? ''
  if (error)
    return (
      <p className="tes-notice is-warn">
        <span>{error}</span>
        <button type="button" className="tes-link" onClick={() => void load()}>
          {say('Try again')}
        </button>
      </p>
    )
  return (
    <>
      <p className="tes-notice">
        <span>
          {say('Texts are shown in {language}; what you write is their translation. New parts are written in {first}.', {
            language: nameOf(language),
            first: nameOf(languages[0]?.tag),
          })}
        </span>
        <span role="status">
          {kept === 'kept' ? say('Translations saved') : kept === 'unsaved' ? say('Translations of new texts are saved with the page') : kept && say('Saving…')}
        </span>
      </p>
      {refused.map(({ text, reason }) => (
        <p key={text} className="tes-notice is-warn">
          {say('The translation of “{text}” was not saved: {reason}', { text: text.length > 80 ? `${text.slice(0, 80)}…` : text, reason })}
        </p>
      ))}
    </>
  )
}
