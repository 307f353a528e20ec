import { tellInstallLook } from './install-look.ts'

tellInstallLook('zh-CN')
