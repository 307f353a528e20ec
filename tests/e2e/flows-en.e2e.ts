import { tellFlows } from './flows.ts'

tellFlows('en-US')
