import { tellOrganisation } from './organisation.ts'

tellOrganisation('en-US')
