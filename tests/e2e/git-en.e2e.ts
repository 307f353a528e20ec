import { tellGit } from './git.ts'

tellGit('en-US')
