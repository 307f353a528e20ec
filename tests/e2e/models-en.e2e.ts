import { tellModels } from './models.ts'

tellModels('en-US')
