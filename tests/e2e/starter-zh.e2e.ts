import { tellStarter } from './starter.ts'

tellStarter('zh-CN')
