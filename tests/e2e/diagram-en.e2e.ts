import { tellDiagram } from './diagram.ts'

tellDiagram('en-US')
