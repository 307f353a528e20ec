import { tellDataViews } from './data-views.ts'

tellDataViews('zh-CN')
