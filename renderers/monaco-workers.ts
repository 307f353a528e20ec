// Workers for amis' code editors. JSON gets its language service; everything else the plain one.
import EditorWorker from 'monaco-editor/esm/vs/editor/editor.worker?worker'
import JsonWorker from 'monaco-editor/esm/vs/language/json/json.worker?worker'

const scope = self as { MonacoEnvironment?: { getWorker(id: string, label: string): Worker } }
// amis names workers of its own that nobody serves, so ours take their place.
scope.MonacoEnvironment = { getWorker: (_id, label) => (label === 'json' ? new JsonWorker() : new EditorWorker()) }
