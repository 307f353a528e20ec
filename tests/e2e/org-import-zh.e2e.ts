import { tellImport } from './org-import.ts'

tellImport('zh-CN')
