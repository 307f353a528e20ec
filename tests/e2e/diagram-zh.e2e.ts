import { tellDiagram } from './diagram.ts'

tellDiagram('zh-CN')
