import { tellStory } from './newcomer.ts'

tellStory('en-US')
