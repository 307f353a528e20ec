import { tellReleaseModels } from './release-models.ts'

tellReleaseModels('en-US')
