import { tellSync } from './sync.ts'

await tellSync('en-US')
