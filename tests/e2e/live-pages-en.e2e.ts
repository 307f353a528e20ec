import { tellLivePages } from './live-pages.ts'

tellLivePages('en-US')
