import { tellTemplates } from './templates.ts'

tellTemplates('en-US')
