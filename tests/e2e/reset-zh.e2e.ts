import { tellReset } from './reset.ts'

await tellReset('zh-CN')
