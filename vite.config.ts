import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { withVariables } from './scripts/editor-colours.ts'
import { WRITTEN, withWrittenWords } from './src/editor/written-words.ts'

const modules = new URL('./node_modules/', import.meta.url).pathname
const mobxReact = `${modules}amis-core/node_modules/mobx-react/`
const here = (path: string) => new URL(path, import.meta.url).pathname

/**
 * Modules that only define things; amis' packages do not say so, and without it the start carries 170 kB more. Those of the schema editor put
 * themselves into a list that it reads.
 */
const PURE = [
  /node_modules\/(amis-ui\/esm\/(?!themes|locale|components\/schema-editor)|lodash)/,
  /node_modules\/amis-core\/esm\/(utils|components|hooks)\/(?!.*(filter\.js|tpl|polyfill))/,
]

export const aliases = [
  // Two copies of moment would load, and languages register on the one that nobody uses.
  { find: /^moment$/, replacement: `${modules}moment/moment.js` },
  // npm puts a copy below each amis package (their peer range ends at React 17), and amis imports the small one undeclared.
  { find: /^mobx-react$/, replacement: `${mobxReact}dist/mobxreact.esm.js` },
  { find: /^mobx-react-lite$/, replacement: `${mobxReact}node_modules/mobx-react-lite/es/index.js` },
  { find: 'i18n-runtime', replacement: here('./src/editor/i18n-runtime.ts') },
  // amis imports CommonJS lodash function by function; lodash-es is here for this alone, as modules of which the unused parts fall away.
  { find: /^lodash\/(\w+)$/, replacement: `${modules}lodash-es/$1.js` },
  { find: /^sortablejs$/, replacement: here('./src/amis/sortable.ts') },
]

/** The text field offers suggestions through downshift; the sign-in screen has none, so there it waits until amis is complete. */
const suggestionsLater: Plugin = {
  name: 'suggestions-later',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'downshift' && importer?.endsWith('renderers/Form/InputText.js') ? here('./src/amis/suggestions.tsx') : undefined,
}

/** The editor calls the columns of a table "<Name>列" in every language. */
const columnsByName: Plugin = {
  name: 'columns-by-name',
  transform: (code, id) => (/amis-editor\/esm\/plugin\/(Others\/TableCell|TableCell2)\.js/.test(id) ? code.replace('">\\u5217"', '">"') : undefined),
}

/** Of the icon fonts only the format that every browser of today reads. */
const oneFontFormat: Plugin = {
  name: 'one-font-format',
  enforce: 'pre',
  transform(code, id) {
    if (/fortawesome.*\.css$/.test(id))
      return code.replace(/src:\s*url\([^;]*\.eot"?\);/g, '').replace(/src:[^;]*?url\("?([^)"]*\.woff2)"?\)[^;]*/g, 'src: url("$1") format("woff2")')
    if (id.endsWith('amis/sdk/iconfont.css'))
      return code.replace(/src:\s*url\(iconfont\.eot\);/g, '').replace(/src:\s*url\(iconfont\.eot[^]*?;\n/, 'src: url(iconfont.woff) format("woff");\n')
    return undefined
  },
}

/** The editor's sheet knows no dark. */
const editorInTheDark: Plugin = {
  name: 'editor-in-the-dark',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('amis-editor-core/lib/style.css') ? withVariables(code) : undefined),
}

/** Some parts of amis have Chinese words in their code. */
const inWords: Plugin = {
  name: 'in-words',
  transform: (code, id) => (WRITTEN.test(id) ? withWrittenWords(code, here('./src/editor/written-words.ts')) : undefined),
}

/** The editor copies every list of a page for each change, so that amis draws all blocks again; what has not changed stays the same object. */
const onlyWhatChanged: Plugin = {
  name: 'only-what-changed',
  transform(code, id) {
    if (!id.endsWith('amis-editor-core/esm/index.js')) return undefined
    const copying = 'function filterSchemaForEditor(e){'
    if (!code.includes(copying)) throw new Error('amis-editor-core no longer copies pages as it did: look at what onlyWhatChanged is for')
    return code.replace(
      copying,
      `const copiesOf=new WeakMap;${copying}if(null===e||'object'!=typeof e)return e;let copy=copiesOf.get(e);return copy||copiesOf.set(e,copy=copyForEditor(e)),copy}function copyForEditor(e){`,
    )
  },
}

/** A dialog disables what is in it as soon as its button is pressed; what was typed in a row of a combo before that still counts (src/amis/fresh-values.ts). */
export const rowsHandOn: Plugin = {
  name: 'rows-hand-on',
  transform(code, id) {
    if (!id.includes('amis/esm/renderers/Form/Combo.js')) return undefined
    const refusing = /(prototype\.handleChange = function [^]*?if \()disabled(\) \{)/
    if (!refusing.test(code)) throw new Error('combos of amis no longer refuse changes as they did: look at what rowsHandOn is for')
    return code.replace(refusing, '$1disabled && !this.subForms.some(function (form) { return form && form.handsOn })$2')
  },
}

export const config: UserConfig = {
  root: here('.'),
  publicDir: here('./src/public'),
  plugins: [suggestionsLater, columnsByName, oneFontFormat, editorInTheDark, inWords, onlyWhatChanged, rowsHandOn, react()],
  // Lightning CSS stops at amis' hacks for old browsers unless told to step over them.
  css: { lightningcss: { errorRecovery: true } },
  resolve: { alias: aliases },
  build: {
    outDir: here('./dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 8192,
    // The console, the frames that shared contents and pages in other sites are drawn in, and the script of the latter.
    rolldownOptions: {
      input: [here('./index.html'), here('./share-frame.html'), here('./embed-frame.html'), here('./src/sdk/sdk.ts')],
      // Sites name the SDK by an address that stays.
      output: { entryFileNames: ({ name }) => (name === 'sdk' ? 'sdk.js' : 'assets/[name]-[hash].js') },
      treeshake: { moduleSideEffects: id => !PURE.some(rule => rule.test(id)) },
    },
  },
}

export default defineConfig(config)
