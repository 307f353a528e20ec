import { tellApis } from './apis.ts'

tellApis('en-US')
