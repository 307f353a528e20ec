import { tellFlows } from './flows.ts'

tellFlows('zh-CN')
