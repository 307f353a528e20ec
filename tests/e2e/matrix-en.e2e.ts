import { tellMatrix } from './matrix.ts'

tellMatrix('en-US')
