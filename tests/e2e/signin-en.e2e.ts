import { tellSignin } from './signin.ts'

tellSignin('en-US')
