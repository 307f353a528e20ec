import { tellElsewhere } from './elsewhere.ts'

tellElsewhere('zh-CN')
