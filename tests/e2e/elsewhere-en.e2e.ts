import { tellElsewhere } from './elsewhere.ts'

tellElsewhere('en-US')
