import { tellGit } from './git.ts'

tellGit('zh-CN')
