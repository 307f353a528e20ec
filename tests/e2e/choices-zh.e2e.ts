import { tellChoices } from './choices.ts'

tellChoices('zh-CN')
