import { tellTriggers } from './triggers.ts'

tellTriggers('en-US')
