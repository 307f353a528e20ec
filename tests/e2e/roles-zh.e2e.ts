import { tellRoles } from './roles.ts'

tellRoles('zh-CN')
