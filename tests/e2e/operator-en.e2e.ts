import { tellOperator } from './operator.ts'

tellOperator('en-US')
