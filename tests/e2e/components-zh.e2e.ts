import { tellComponents } from './components.ts'

tellComponents('zh-CN')
