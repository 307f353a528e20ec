import { tellImport } from './org-import.ts'

tellImport('en-US')
