import { tellTemplates } from './templates.ts'

tellTemplates('zh-CN')
