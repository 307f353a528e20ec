// The description of a public product in two files, one of which refers to the other.
import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
export const GITHUB = read('github.yaml')
const COMMON = JSON.stringify({
  schemas: { issue: { type: 'object', properties: { number: { type: 'integer', example: 1347 }, title: { type: 'string', example: 'Found a bug' } } } },
})
const file = (name: string, content: string) => ({ field: 'file', name, content, mime: 'application/octet-stream' })
export const filesOf = (main: string, name = 'github.yaml') => [file(name, main)]
export const github = () => [...filesOf(GITHUB), file('common.json', COMMON)]
