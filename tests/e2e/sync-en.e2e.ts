import { tellSync } from './sync.ts'

tellSync('en-US')
