// What stands in an empty field is worked out by amis where text is typed, and nowhere else: elsewhere people would read the expression itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const WORKED_OUT = new Set(['input-text', 'input-password', 'input-email', 'input-url'])
const files = readdirSync('schemas', { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.json'))

function found(part: unknown, told: (type: string) => void) {
  if (Array.isArray(part)) for (const one of part) found(one, told)
  else if (part && typeof part === 'object') {
    const { type, placeholder } = part as { type?: unknown; placeholder?: unknown }
    if (typeof placeholder === 'string' && placeholder.includes('${')) told(String(type))
    for (const value of Object.values(part)) found(value, told)
  }
}

it('is an expression only where it is worked out', () => {
  const all: string[] = []
  for (const file of files) found(JSON.parse(readFileSync(join('schemas', file), 'utf8')), type => all.push(`${file}: ${type}`))
  expect(all.length).toBeGreaterThan(5)
  expect(all.filter(one => !WORKED_OUT.has(one.split(': ')[1] as string))).toEqual([])
})

it('joins names with a blank after the comma: the blanks of what a filter is given are lost', () => {
  const joined = files.filter(file => /\|join:', '|\|join:,\s/.test(readFileSync(join('schemas', file), 'utf8')))
  expect(joined).toEqual([])
  expect(files.some(file => readFileSync(join('schemas', file), 'utf8').includes('JOIN('))).toBe(true)
})
