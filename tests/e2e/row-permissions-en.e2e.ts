import { tellRowPermissions } from './row-permissions.ts'

tellRowPermissions('en-US')
