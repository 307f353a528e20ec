import { tellLivePages } from './live-pages.ts'

tellLivePages('zh-CN')
