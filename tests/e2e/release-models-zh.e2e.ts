import { tellReleaseModels } from './release-models.ts'

tellReleaseModels('zh-CN')
