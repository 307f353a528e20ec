import { tellPackageLook } from './package-look.ts'

tellPackageLook('zh-CN')
