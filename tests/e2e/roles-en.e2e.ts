import { tellRoles } from './roles.ts'

tellRoles('en-US')
