import { tellLanguages } from './languages.ts'

tellLanguages('zh-CN')
