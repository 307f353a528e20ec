import { tellOrganisation } from './organisation.ts'

tellOrganisation('zh-CN')
