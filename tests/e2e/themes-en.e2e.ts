import { tellThemes } from './themes.ts'

tellThemes('en-US')
