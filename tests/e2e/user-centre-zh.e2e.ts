import { tellUserCentre } from './user-centre.ts'

tellUserCentre('zh-CN')
