import { tellDataPage } from './data-page.ts'

tellDataPage('zh-CN')
