import { tellTriggers } from './triggers.ts'

tellTriggers('zh-CN')
