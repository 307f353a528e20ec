// What a document prints in bold is what a screen calls it, in the language of the document.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** `Templates|widget` tells two meanings of one word apart; people read the word. */
const word = (label: string) => label.replace(/\|\w+$/, '')

/** Words that are the same in every language have no translation that would list them. */
const SAME = ['SQL']
const words = readdirSync(join(root, 'schemas'))
  .map(area => `schemas/${area}/zh-CN.json`)
  // Flows have pages that the server makes.
  .concat('api/generated/renderer-words.zh-CN.json', 'api/messages/flow.zh-CN.json')
  .filter(path => existsSync(join(root, path)))
  .flatMap(path => Object.entries(JSON.parse(read(path)) as Record<string, string>))
const labels = {
  'en-US': new Set([...SAME, ...words.map(([english]) => word(english))]),
  'zh-CN': new Set([...SAME, ...words.map(([, chinese]) => chinese)]),
}

it.each(['en-US', 'zh-CN'] as const)('what the documents name in %s is on a screen', locale => {
  const folder = `docs/product/${locale}`
  const documents = readdirSync(join(root, folder))
  expect(documents.length).toBeGreaterThan(15)
  const unknown = documents.flatMap(file =>
    [...read(`${folder}/${file}`).matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label = '']) => (labels[locale].has(label) ? [] : [`${file}: ${label}`])),
  )
  expect(unknown).toEqual([])
})
