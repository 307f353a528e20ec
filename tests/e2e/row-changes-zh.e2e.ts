import { tellRowChanges } from './row-changes.ts'

tellRowChanges('zh-CN')
