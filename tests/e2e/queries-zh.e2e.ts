import { tellQueries } from './queries.ts'

tellQueries('zh-CN')
