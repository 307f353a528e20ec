import { tellComponents } from './components.ts'

tellComponents('en-US')
