import { tellDocs } from './docs.ts'

tellDocs('zh-CN')
