// Workers for monaco, in amis' code fields as in our own JSON views. Each is a file of its own, loaded when its language is edited.
/* oxlint-disable import/default -- vite makes the default export of a ?worker module */
import CssWorker from 'monaco-editor/esm/vs/language/css/css.worker?worker'
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker?worker'
import HtmlWorker from 'monaco-editor/esm/vs/language/html/html.worker?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker?worker'
import ScriptWorker from 'monaco-editor/esm/vs/language/typescript/ts.worker?worker'

const WORKERS: Record<string, new () => Worker> = {
  json: JsonWorker,
  css: CssWorker,
  scss: CssWorker,
  less: CssWorker,
  html: HtmlWorker,
  handlebars: HtmlWorker,
  razor: HtmlWorker,
  javascript: ScriptWorker,
  typescript: ScriptWorker,
}

const scope = self as { MonacoEnvironment?: { getWorker(id: string, label: string): Worker } }
// amis names workers of its own that nobody serves, so ours take their place.
scope.MonacoEnvironment = { getWorker: (_id, label) => new (WORKERS[label] ?? EditorWorker)() }
