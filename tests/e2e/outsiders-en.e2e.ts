import { tellOutsiders } from './outsiders.ts'

tellOutsiders('en-US')
