// amis' visual editor as a component of ours: one schema in, changes out, on a canvas that cannot do harm.
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RendererProps } from 'amis-core'
import { Editor, type EditorManager } from 'amis-editor'
import 'amis-editor-core/lib/style.css'
import '../monaco-workers.ts'
import '../rows.css'
import './schema-editor.css'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import { appComponentsPlugin } from './app-components.ts'
import { setBuiltDictionary, withBuiltWords } from './built-words.ts'
import { setEditorWords } from './component-plugin.ts'
import { touchOf, TOUCHES, type Touch } from './hand.ts'
import { intoEditor, type Texts } from './in-editor.ts'
import { intoLanguage, type ReadIn } from './in-language.ts'
import '../generated/plugins.ts'
import { listenToKeys } from './keys.ts'
import './model-builder.ts'
import './figure-parts.tsx'
import './api-choice.tsx'
import './options-from.tsx'
import './palette.tsx'
import './wizards.ts'
import './panel-tabs.tsx'
import './rows-parts.tsx'
import { darkenFrame } from './phone-frame.ts'
import { enterPlace, type DesignPage, type DesignApi, type DesignComponent, type DesignQuery, type DesignSource } from './place.ts'
import './real-rows.ts'
import { sandboxEnv, type CanvasEnv } from './sandbox.ts'
import { OnceMore } from './once-more.tsx'
import { modelOn, selectPath } from './select-path.ts'
import { templatePlugin, type TemplateComponent } from './template-plugin.ts'
import { namedAsWritten, variableGroups } from './variables.ts'
import './row-value.tsx'

export type Schema = Record<string, unknown>
export interface EditorHandle {
  undo(): void
  redo(): void
  canUndo(): boolean
  canRedo(): boolean
  /** Selects the component at a JSON path, or the nearest one around it; false where the canvas shows none of them. */
  select(path: string): boolean
}
export interface SchemaEditorProps extends RendererProps {
  /** Shown on the canvas; taken over again whenever `revision` changes. */
  editedSchema: Schema
  revision: number
  device: 'desktop' | 'phone'
  previewing: boolean
  onSchemaChange(schema: Schema): void
  /** A hand is on the editor: with `change`, what it emits from now on is a person's doing; with `look`, something was selected. */
  onTouch?(kind: Touch): void
  onReady?(handle: EditorHandle): void
  /**
   * Words of `i18n:` texts, for screens and for pages that bring them: canvas and panels show the words, what is handed out keeps the keys,
   * and the editor's own ids stay inside.
   */
  texts?: Texts
  /** The canvas shows a page in a language that it is not written in; what is written there are translations. */
  reading?: ReadIn | undefined
  /** A screen of the console is designed, not a page of an app. */
  isScreen?: boolean
  /** What the screen finds around it on the canvas, how it asks there, and what calls answer; without them the canvas asks as whoever looks at it. */
  context?: Record<string, unknown>
  request?: CanvasEnv['request']
  /** Widget templates that the palette offers beside the components; read when the editor is mounted, as the components of the app are. */
  templates?: readonly TemplateComponent[]
  answer?(api: { url: string; method?: string }): unknown
  /** The preview changes what it shows, as the running page would. */
  writes?: boolean
  /** Models and pages of the app, to choose from. */
  sources?: readonly DesignSource[]
  queries?: readonly DesignQuery[]
  components?: readonly DesignComponent[]
  apis?: readonly DesignApi[]
  pages?: readonly DesignPage[]
}

// Said by the editor's use of MobX for every node; harmless, and it would bury what matters.
const { warn } = console
console.warn = (...said: unknown[]) => {
  if (!/StatusStore.*prototype chain|\[mobx\.array\] Attempt to read an array index/.test(String(said[0]))) warn.apply(console, said)
}

/** Panels and plugins of the editor take their words when they are loaded. */
const loadedIn = document.documentElement.lang || 'en-US'

export function SchemaEditor(props: SchemaEditorProps) {
  const {
    editedSchema,
    revision,
    device,
    previewing,
    env,
    locale,
    texts,
    reading,
    isScreen = false,
    context,
    request,
    answer,
    templates,
    sources,
    queries,
    components,
    apis,
    pages,
    writes,
  } = props
  const now = useRef(props)
  const manager = useRef<EditorManager | null>(null)
  const enter = () => {
    const inside = reading ? intoLanguage(editedSchema, reading) : texts && intoEditor(editedSchema, texts)
    return { schema: inside?.schema ?? editedSchema, back: inside?.back, revision, texts, reading }
  }
  const [shown, setShown] = useState(enter)
  const { back } = shown
  useEffect(() => {
    now.current = props
  })
  if (shown.revision !== revision || shown.texts !== texts || shown.reading !== reading) setShown(enter())

  const [falls, setFalls] = useState(0)
  const putUpAgain = () => {
    manager.current = null
    setFalls(falls + 1)
  }

  const say = sayer(env)
  setEditorWords(say)
  const change = (id: string, values: Schema) => {
    const { store } = manager.current ?? {}
    const schema = store?.getSchema(id) as Schema | undefined
    if (!store || !schema) return
    now.current.onTouch?.('change')
    store.changeValueById(id, { ...schema, ...values } as never)
  }
  enterPlace({
    dataApi: typeof context?.dataApi === 'string' ? context.dataApi : '',
    ...(sources && { sources }),
    ...(queries && { queries }),
    ...(components && { components }),
    ...(apis && { apis }),
    ...(pages && { pages }),
    ...(request && { request }),
    writes: previewing && !!writes,
    change,
    isScreen,
    ...(context && { context }),
    around: () => manager.current && modelOn(manager.current.store.schema, manager.current.store.activeId),
  })
  const canvasEnv = useMemo(
    () => sandboxEnv({ ...(env as unknown as CanvasEnv), ...(request && { request }) }, 'tessera-editor', say, answer),
    [env, say, request, answer],
  )
  const plugins = useMemo(() => {
    const own = [...(templates?.length ? [templatePlugin(templates, say)] : []), ...(components?.length ? [appComponentsPlugin(components, say)] : [])]
    return own.length ? own : undefined
  }, [templates, components, say])
  // Screens of the console have other names around them.
  const variables = useMemo(() => (isScreen ? undefined : variableGroups(say, context)), [isScreen, say, context])
  const handle = useMemo<EditorHandle>(
    () => ({
      undo: () => manager.current?.store.undo(),
      redo: () => manager.current?.store.redo(),
      canUndo: () => !!manager.current?.store.canUndo,
      canRedo: () => !!manager.current?.store.canRedo,
      select: path => !!manager.current && selectPath(manager.current, path),
    }),
    [],
  )
  // A cell that is selected while the canvas turns into the preview makes the editor throw.
  const [preview, setPreview] = useState(previewing)
  useEffect(() => {
    if (preview === previewing) return
    manager.current?.store.setActiveId('')
    setPreview(previewing)
  }, [preview, previewing])

  const { words } = env as unknown as { words?(area: string, language: string): Promise<Texts> }
  // Without them what is built stays in the language of whoever builds it.
  useEffect(() => void words?.('shell', 'zh-CN').then(setBuiltDictionary, () => {}), [words])

  const box = useRef<HTMLDivElement>(null)
  useEffect(() => (device === 'phone' && box.current ? darkenFrame(box.current) : undefined), [device])
  useEffect(() => {
    // On the whole page: menus and dialogs of the editor are mounted outside it.
    const touch = (event: Event) => {
      const kind = box.current && touchOf(event, box.current)
      if (kind) now.current.onTouch?.(kind)
    }
    const deaf =
      box.current &&
      listenToKeys(
        box.current,
        () => manager.current,
        () => now.current.previewing,
      )
    for (const name of TOUCHES) document.addEventListener(name, touch, { capture: true, passive: true })
    return () => {
      deaf?.()
      for (const name of TOUCHES) document.removeEventListener(name, touch, { capture: true })
    }
  }, [])
  return (
    <div ref={box} className="tes-editor AMISCSSWrapper">
      {locale !== loadedIn && (
        <p className="tes-editor__language" role="status">
          {say('The panels of the editor change language when the page is loaded again.')}
          <button type="button" onClick={() => location.reload()}>
            {say('Reload')}
          </button>
        </p>
      )}
      <OnceMore again={putUpAgain}>
        <Editor
          // The canvas of a phone is a frame of its own; the editor cannot change between the two while it is mounted. Its steps are of one language.
          key={`${device} ${reading?.stamp ?? 0} ${falls}`}
          className="is-fixed"
          theme="cxd"
          value={shown.schema as never}
          isMobile={device === 'phone'}
          preview={preview}
          amisEnv={canvasEnv as never}
          {...(context && { ctx: context })}
          appLocale={locale}
          i18nEnabled={false}
          showCustomRenderersPanel={false}
          {...(plugins && { plugins: plugins as never })}
          {...(variables && { variables: variables as never, variableOptions: { onContextOptionChange: namedAsWritten as never } })}
          actionOptions={{ showOldEntry: false }}
          onChange={(schema: unknown) => {
            setShown(before => ({ ...before, schema: schema as Schema }))
            const kept = back ? back(schema as Schema) : (schema as Schema)
            now.current.onSchemaChange(isScreen ? kept : withBuiltWords(kept))
          }}
          onEditorMount={(mounted: EditorManager) => {
            manager.current = mounted
            now.current.onReady?.(handle)
          }}
        />
      </OnceMore>
    </div>
  )
}

export default renderer('tessera-schema-editor', SchemaEditor)
