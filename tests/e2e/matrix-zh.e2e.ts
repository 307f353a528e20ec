import { tellMatrix } from './matrix.ts'

tellMatrix('zh-CN')
