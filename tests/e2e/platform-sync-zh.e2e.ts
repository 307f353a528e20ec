import { tellPlatformSync } from './platform-sync.ts'

tellPlatformSync('zh-CN')
