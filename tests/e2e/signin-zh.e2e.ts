import { tellSignin } from './signin.ts'

await tellSignin('zh-CN')
