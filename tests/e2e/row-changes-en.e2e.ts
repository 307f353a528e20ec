import { tellRowChanges } from './row-changes.ts'

tellRowChanges('en-US')
