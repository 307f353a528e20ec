import { tellSync } from './sync.ts'

await tellSync('zh-CN')
