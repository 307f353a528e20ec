import { tellStarter } from './starter.ts'

tellStarter('en-US')
