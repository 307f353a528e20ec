// Dates in the reader's language: amis formats them with moment, which keeps one language for the whole page.
// The only import of moment, and the reason why it is a dependency: it must be the copy that amis formats with, though nobody develops it any more.
import moment from 'moment'
import 'moment/locale/zh-cn'
import { locale } from '../preferences.ts'

const follow = () => void moment.locale(locale.get() === 'zh-CN' ? 'zh-cn' : 'en')
locale.subscribe(follow)
follow()
