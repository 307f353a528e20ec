import { tellDataTransfer } from './data-transfer.ts'

tellDataTransfer('en-US')
