import { tellInstallLook } from './install-look.ts'

tellInstallLook('en-US')
