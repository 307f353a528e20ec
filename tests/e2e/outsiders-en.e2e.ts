import { tellOutsiders } from './outsiders.ts'
import { tellSites } from './sites.ts'

tellOutsiders('en-US')
tellSites('en-US')
