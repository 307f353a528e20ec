import { tellReset } from './reset.ts'

tellReset('en-US')
