// What every file under api/contract must keep, so that a new call is covered without a line here.
import { areaOf, loggedCalls, phraseOf } from '../../api/server/services/log/operation-words.ts'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contractSchema } from '../../api/contract-schema.ts'
import { contracts } from '../../api/generated/contract.ts'
import { answerOf } from '../../api/generated/answers.ts'
import { validators } from '../../api/generated/validators.ts'
import { say } from '../../api/messages.ts'
import words from '../../api/generated/messages.zh-CN.json' with { type: 'json' }
import { Ajv } from 'ajv'

const root = join(import.meta.dirname, '../..')
const dictionary: Record<string, string> = words

const problemsOf = (validate: { errors?: { instancePath: string; keyword: string; params: unknown }[] | null }) =>
  (validate.errors ?? []).map(e => `${e.instancePath || '/'} ${e.keyword} ${JSON.stringify(e.params)}`)

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => join(root, folder, name))

/** Every English sentence that a person can be told by the server, with where it stands. */
function sentences(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (text: unknown, where: string) => {
    if (typeof text === 'string' && text) found.set(text, where)
  }
  const walk = (node: unknown, where: string) => {
    if (!node || typeof node !== 'object') return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-message') add(value, where)
      else walk(value, where)
    }
  }
  for (const call of contracts) {
    for (const text of Object.values(call.errors ?? {})) add(text, `contract ${call.id}`)
    walk(call.schemas, `contract ${call.id}`)
  }
  const patterns = [
    /new ApiError\(\s*'[^']+',\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)"|`([^`$]+)`)/g,
    /(?:fieldError|fileError)\(\s*(?:[\w.[\]]+|'[^']+'|`[^`]+`),\s*(?:(?:[\w.[\]]+|'[^']+'|`[^`]+`),\s*)?(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
    /refused\(\s*'[^']+',\s*'((?:[^'\\]|\\.)+)'/g,
    /notFound\(\s*'[^']+',\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
    /new Special\(\s*\d+,\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
    /say\(\s*\w+,\s*(?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
    /english: (?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
    // Sentences of the validation in api/messages.ts.
    /return \[?(?:own )?.*?\['([A-Z][^']+)'/g,
    /\?\? '([A-Z][^']+)'/g,
    /fields: \{ \w+: (?:'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)")/g,
  ]
  for (const file of [...sources('api/server'), join(root, 'api/messages.ts')]) {
    // Examples in comments are no sentences.
    const text = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
    for (const pattern of patterns)
      for (const match of text.matchAll(pattern)) {
        const sentence = match.slice(1).find(Boolean)
        if (sentence && /^[A-Z]/.test(sentence)) add(sentence.replaceAll("\\'", "'"), file.slice(root.length + 1))
      }
  }
  // The gate writes a code and its sentence side by side, and words of a sentence as they are.
  for (const file of sources('api/gate')) {
    const text = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, '')
    const beside = /'[a-z]+\.[a-zA-Z]+',\s*'((?:[^'\\]|\\.)+)'/g
    const said = /(?:english(?:: | = )|script\(|aside: |say\(locale, |\? )'((?: \(|[A-Z"{])(?:[^'\\]|\\.)+)'/g
    const words = /'(an? [a-z]+|true or false|nothing|anything|one of the known words|a component, a text or a list of them| or )'/g
    for (const pattern of [beside, said, words])
      for (const [, sentence = ''] of text.matchAll(pattern))
        if (/ |^(any|no)thing$/.test(sentence)) add(sentence.replaceAll("\\'", "'"), file.slice(root.length + 1))
  }
  return found
}

describe.each(contracts.map(call => [call.id, call] as const))('%s', (_id, call) => {
  // release.unlisted-answers: what the document leaves open is said here, and checked against each answer in tests.
  it('is a valid contract whose example passes its own schemas', async () => {
    const valid = new Ajv({ allErrors: true, strict: false }).compile(contractSchema)
    const { id: _, schemas: __, ...file } = call
    expect(valid(file), problemsOf(valid).join('; ')).toBe(true)

    const own = validators[call.id as keyof typeof validators]
    const response = await answerOf(call.id as keyof typeof validators)
    const names = Object.keys(call.schemas.params.properties)
    if (names.length) expect.soft(own.params({ ...call.example.params }), `params: ${problemsOf(own.params)}`).toBe(true)
    expect.soft(own.query({ ...call.example.query }), `query: ${problemsOf(own.query)}`).toBe(true)
    expect.soft(own.body(structuredClone(call.example.body ?? {})), `body: ${problemsOf(own.body)}`).toBe(true)
    if ((call.answer ?? 'json') === 'json') expect.soft(response(call.example.data ?? {}), `data: ${problemsOf(response)}`).toBe(true)
  })
})

describe('the language of the server', () => {
  const all = sentences()

  it('general.messages-by-key: has Chinese for every sentence a person can be told', () => {
    expect([...all].filter(([text]) => !dictionary[text]).map(([text, where]) => `${where}: ${text}`)).toEqual([])
  })

  it('keeps the places of a sentence in its translation', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(m => m[0]).sort()
    expect(Object.entries(dictionary).filter(([english, chinese]) => places(english).join() !== places(chinese).join())).toEqual([])
  })

  it('translates into Chinese and fills the places', () => {
    expect(say('zh-CN', 'At least {limit} characters', { limit: 8 })).toMatch(/8/)
    expect(say('zh-CN', 'At least {limit} characters', { limit: 8 })).not.toMatch(/At least/)
  })

  it('says of each call that only looks that it keeps nothing, so that no log tells of it as a change', () => {
    // A plan that waits to be carried out is kept.
    const looks = contracts.filter(
      ({ id, method, description }) =>
        method !== 'GET' && /nothing is (changed|kept)|without keeping anything/i.test(description) && id !== 'org.syncDepartments',
    )
    expect(looks.filter(call => !call.keepsNothing).map(({ id }) => id)).toEqual([])
    expect(looks.length).toBeGreaterThan(5)
  })

  it('has each sentence in the file of an area that says it', () => {
    const codeOf = (folder: string) => (existsSync(join(root, folder)) ? sources(folder).map(file => readFileSync(file, 'utf8')) : [])
    const problems = readdirSync(join(root, 'api/messages')).flatMap(name => {
      const area = name.replace('.zh-CN.json', '')
      if (area === 'shared') return []
      const folders = [`api/server/calls/${area}`, `api/server/services/${area}`, `api/${area}`]
      const code = folders.flatMap(codeOf).join('\n').replaceAll("\\'", "'")
      const own = JSON.stringify(contracts.filter(call => call.id.startsWith(`${area}.`)))
      const operations = loggedCalls.filter(call => call.startsWith(`${area}.`)).flatMap(call => [phraseOf(call), areaOf(call)])
      const texts = Object.keys(JSON.parse(readFileSync(join(root, 'api/messages', name), 'utf8')) as object)
      return texts
        .filter(text => !code.includes(text) && !own.includes(JSON.stringify(text).slice(1, -1)) && !operations.includes(text))
        .map(text => `api/messages/${name}: "${text}" is said elsewhere`)
    })
    expect(problems).toEqual([])
  })

  it('holds no translation that nothing says', () => {
    const code = [...sources('api').filter(file => !file.includes('/generated/')), join(root, 'api/contract/shared.json')]
      .map(file => readFileSync(file, 'utf8'))
      .join('\n')
    const contract = JSON.stringify(contracts)
    // Names of operations are made of the ids of their calls.
    const operations = new Set(loggedCalls.flatMap(call => [phraseOf(call), areaOf(call)]))
    const unused = Object.keys(dictionary).filter(
      text =>
        !all.has(text) &&
        !operations.has(text) &&
        !code.includes(text.replaceAll("'", "\\'")) &&
        !code.includes(text) &&
        !contract.includes(JSON.stringify(text).slice(1, -1)),
    )
    expect(unused).toEqual([])
  })
})
