import { tellShareStory } from './share-story.ts'

tellShareStory('en-US')
