// The only amis import of the start: the engine and exactly the renderers of the sign-in screen. Everything else follows.
import { extendDefaultEnv, registerLocale, registerRenderer, render as draw, setDefaultLocale, unRegisterRenderer } from 'amis-core'
import 'amis-ui/lib/themes/cxd'
import 'amis-ui/lib/locale/en-US'
import 'amis/lib/renderers/Page'
import 'amis/lib/renderers/Tpl'
import 'amis/lib/renderers/Plain'
import 'amis/lib/renderers/Tabs'
import 'amis/lib/renderers/Action'
import 'amis/lib/renderers/Link'
import 'amis/lib/renderers/Service'
import 'amis/lib/renderers/Panel'
import 'amis/lib/renderers/Form/InputText'
import 'amis/lib/renderers/Form/Group'
import './amis/focus.ts'
import './amis/presses.ts'
import { toldOnce } from './amis/refusals.ts'
import { sanitize } from './amis/sanitize.ts'

setDefaultLocale('en-US')
// Words that amis writes in Chinese whatever the language is.
registerLocale('en-US', { 确认: 'OK', 取消: 'Cancel', 系统消息: 'Notice' })
extendDefaultEnv({ filterHtml: sanitize })

// Every page and form has places for these, empty at sign-in; without them amis says so at each rendering.
const EMPTY = ['dialog', 'drawer', 'spinner']
for (const type of EMPTY) registerRenderer({ type, component: () => null })

let all: Promise<void> | undefined
/** Loads the rest of amis with its style sheet, our renderers, the sanitiser and the interpreter for expressions; once. */
export function loadAll(): Promise<void> {
  if (!all) {
    for (const type of EMPTY) unRegisterRenderer(type)
    all = import('./amis/everything.ts').then(module => module.ready)
  }
  return all
}

export const render: typeof draw = (schema, props, env, ...rest) => draw(schema, props, toldOnce(env), ...rest)
