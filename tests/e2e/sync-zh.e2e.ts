import { tellSync } from './sync.ts'

tellSync('zh-CN')
