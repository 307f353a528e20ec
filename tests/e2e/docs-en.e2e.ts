import { tellDocs } from './docs.ts'

tellDocs('en-US')
