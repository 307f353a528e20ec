// What amis draws outside a screen, such as its questions and the panels of the editor, is in the language of the console too.
import { setDefaultLocale } from 'amis-core'
import 'amis-ui/lib/locale/zh-CN'
import { locale } from '../preferences.ts'

const follow = () => setDefaultLocale(locale.get())
follow()
locale.subscribe(follow)
