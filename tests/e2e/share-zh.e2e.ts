import { tellShareStory } from './share-story.ts'

tellShareStory('zh-CN')
