import { tellQueries } from './queries.ts'

tellQueries('en-US')
