import { tellChoices } from './choices.ts'

tellChoices('en-US')
