// What amis draws outside a screen, such as its questions and the panels of the editor, is in the language of the console too.
import { registerLocale, setDefaultLocale } from 'amis-core'
import 'amis-ui/lib/locale/zh-CN'
import { locale } from '../preferences.ts'

// amis puts the two parts of this sentence side by side without a space, and speaks of files where one is taken.
registerLocale('en-US', { 'File.dragDrop': 'Drop a file here, or ', 'File.clickUpload': 'choose one' })
registerLocale('zh-CN', { 'File.dragDrop': '将文件拖到此处，或', 'File.clickUpload': '点击选择' })

const follow = () => setDefaultLocale(locale.get())
follow()
locale.subscribe(follow)
