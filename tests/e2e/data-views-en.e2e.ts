import { tellDataViews } from './data-views.ts'

tellDataViews('en-US')
