import { tellSignin } from './signin.ts'

tellSignin('zh-CN')
