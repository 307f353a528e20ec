import { tellLanguages } from './languages.ts'

tellLanguages('en-US')
