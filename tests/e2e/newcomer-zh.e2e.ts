import { tellStory } from './newcomer.ts'

tellStory('zh-CN')
