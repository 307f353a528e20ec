import { tellIcons } from './icons.ts'

tellIcons('zh-CN')
