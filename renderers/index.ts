// Every amis type of ours, with what all of them need.
import './monaco-workers.ts'
import './formulas.ts'
import './generated/types.ts'
