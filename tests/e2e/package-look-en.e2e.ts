import { tellPackageLook } from './package-look.ts'

tellPackageLook('en-US')
