// All of amis: loaded before any screen but sign-in, and while the sign-in screen is idle.
import 'amis'
import 'amis-ui/lib/locale/zh-CN'
import '../styles/full.css'
import '../styles/screens.css'
import '../styles/manager.css'
import '../styles/permissions.css'
import './dates.ts'
import './icon-fonts.ts'
import './suggestions-full.ts'
import './harden.ts'
import './safe-eval.ts'
import { renderers } from '../../renderers/index.ts'
import { loadSanitizer } from './sanitize.ts'

export const ready: Promise<void> = Promise.all([loadSanitizer(), renderers]).then(() => {})
