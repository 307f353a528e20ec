import { tellRowPermissions } from './row-permissions.ts'

tellRowPermissions('zh-CN')
