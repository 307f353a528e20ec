import { tellSignin } from './signin.ts'

await tellSignin('en-US')
