import { tellReset } from './reset.ts'

await tellReset('en-US')
