// `<% … %>` in a text is JavaScript, which amis compiles as it is shown. Where the policy forbids that, its readers get a sentence of ours in the place
// of the browser's.
import { registerTplEnginer } from 'amis-core'
import { register } from 'amis-core/lib/utils/tpl-lodash'
import { t } from '../i18n.ts'

const BLOCK = /<%[\s\S]*?%>/g

let allowed: boolean | undefined
/** Whether this document may compile texts (SCREEN_SCRIPTS); asked once, when the first such text comes. */
function mayCompile(): boolean {
  if (allowed !== undefined) return allowed
  try {
    // Nothing is run: the policy refuses to make the function, or it does not.
    // oxlint-disable-next-line no-new-func
    allowed = typeof Function('') === 'function'
  } catch {
    allowed = false
  }
  return allowed
}

/** The text without its scripts, and a note in the place of the first. */
export function withoutScripts(text: string): string {
  let told = false
  return text.replace(BLOCK, () => {
    if (told) return ''
    told = true
    return `<span class="t-inert" role="note">${t('This part of the page runs a script, and scripts in pages are switched off.')}</span>`
  })
}

const lodash = register()
const compile = (text: string, data: object) => (mayCompile() ? lodash.compile(text, data) : withoutScripts(text))
registerTplEnginer('lodash', { ...lodash, compile, asyncCompile: async (text: string, data: object) => compile(text, data) })
