// All of amis: loaded before any screen but sign-in, and while the sign-in screen is idle.
import 'amis'
import '../styles/full.css'
import '../styles/screens.css'
import '../styles/manager.css'
import '../styles/permissions.css'
import { connectChoices } from './choices.ts'
import './context-names.ts'
import './dates.ts'
import { nameDialogs } from './dialogs.ts'
import { env } from './env.ts'
import './empty-formulas.tsx'
import { connectEscape } from './escape.ts'
import './language.ts'
import './nested-tabs.ts'
import './new-rows.ts'
import './failed-lists.ts'
import './fresh-values.ts'
import './icon-buttons.ts'
import './leaving-forms.ts'
import './list-presses.ts'
import './menus.ts'
import './quiet-forms.ts'
import './icon-fonts.ts'
import './pdf.ts'
import { connectRowLabels } from './row-labels.ts'
import './scripted-texts.ts'
import './suggestions-full.ts'
import './tree-search.ts'
import './answers.ts'
import './harden.ts'
import { takeLongTexts } from './long-texts.ts'
import { connectScrolls } from './scrolls.ts'
import './safe-eval.ts'
import '../../renderers/index.ts'
import { loadSanitizer } from './sanitize.ts'

connectChoices(document.body)
nameDialogs(document.body)
takeLongTexts(document.body)
connectRowLabels(document.body)
connectScrolls(document.body)
connectEscape({ confirm: (text, title) => env.confirm(text, title), t: env.t })

export const ready: Promise<void> = loadSanitizer().then(() => {})
