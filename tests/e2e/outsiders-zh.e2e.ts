import { tellOutsiders } from './outsiders.ts'

tellOutsiders('zh-CN')
