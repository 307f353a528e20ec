import { tellOutsiders } from './outsiders.ts'
import { tellSites } from './sites.ts'

tellOutsiders('zh-CN')
tellSites('zh-CN')
