import { tellModels } from './models.ts'

tellModels('zh-CN')
