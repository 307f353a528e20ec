import { tellDataTransfer } from './data-transfer.ts'

tellDataTransfer('zh-CN')
