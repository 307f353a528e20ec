import { tellUserCentre } from './user-centre.ts'

tellUserCentre('en-US')
