import { tellApis } from './apis.ts'

tellApis('zh-CN')
