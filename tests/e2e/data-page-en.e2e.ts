import { tellDataPage } from './data-page.ts'

tellDataPage('en-US')
