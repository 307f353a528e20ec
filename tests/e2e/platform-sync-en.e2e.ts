import { tellPlatformSync } from './platform-sync.ts'

tellPlatformSync('en-US')
