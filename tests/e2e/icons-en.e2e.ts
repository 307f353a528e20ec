import { tellIcons } from './icons.ts'

tellIcons('en-US')
