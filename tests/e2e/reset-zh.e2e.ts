import { tellReset } from './reset.ts'

tellReset('zh-CN')
