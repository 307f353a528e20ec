import { tellThemes } from './themes.ts'

tellThemes('zh-CN')
