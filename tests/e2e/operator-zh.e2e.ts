import { tellOperator } from './operator.ts'

tellOperator('zh-CN')
