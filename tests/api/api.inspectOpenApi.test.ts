import { expect } from 'vitest'
import { DEV } from '../support/models.ts'
import { filesOf, github, GITHUB } from '../support/openapi/index.ts'
import { scenarios, type Scenario } from '../support/scenarios.ts'

const damaged = (name: string, content: string, says: RegExp, file = 'github.yaml'): Scenario => ({
  name: `tells of ${name}`,
  as: 'ann',
  params: DEV,
  files: filesOf(content, file),
  expect: { status: 422, code: 'api.fileDamaged', errors: ['file'], stored: 'same' },
  then: reply => expect(reply.msg).toMatch(says),
})

scenarios('api.inspectOpenApi', [
  {
    name: 'shows the operations of a public product, with what cannot be taken',
    as: 'ann',
    params: DEV,
    // As amis sends several files.
    files: github().map(file => ({ ...file, field: 'file[]' })),
    expect: { status: 0, data: { title: 'GitHub v3 REST API', version: '1.1.4', servers: ['https://api.github.com'], notes: [] }, stored: 'same' },
    then: reply =>
      expect(reply.data.operations).toEqual([
        { id: 'GET /repos/{owner}/{repo}', key: 'reposGet', name: 'Get a repository', group: 'repos', method: 'GET', path: '/repos/{owner}/{repo}', note: '' },
        {
          id: 'GET /repos/{owner}/{repo}/issues',
          key: 'issuesListForRepo',
          name: 'List repository issues',
          group: 'issues',
          method: 'GET',
          path: '/repos/{owner}/{repo}/issues',
          note: 'A parameter in a cookie is left out',
        },
        {
          id: 'POST /repos/{owner}/{repo}/issues',
          key: 'issuesCreate',
          name: 'Create an issue',
          group: 'issues',
          method: 'POST',
          path: '/repos/{owner}/{repo}/issues',
          note: '',
        },
      ]),
  },
  {
    name: 'names a file that is not there, and fetches none from elsewhere',
    as: 'ann',
    params: DEV,
    files: filesOf(GITHUB.replace('common.json#/schemas/issue', 'https://elsewhere.example.test/common.json#/x')),
    expect: { status: 0 },
    then: reply =>
      expect(reply.data.notes.sort()).toEqual([
        'common.json#/schemas/issue leads to nothing in these files',
        'https://elsewhere.example.test/common.json#/x is elsewhere and is not fetched. Save it beside the file and choose both',
      ]),
  },
  damaged('the line of damaged YAML', 'openapi: 3.0.0\npaths:\n  /a: [1,\n  b: }', /github\.yaml cannot be read: line [45], column \d+/),
  damaged('the line of damaged JSON', '{\n  "openapi": "3.1.0",\n  "paths": {\n', /github\.json cannot be read: line \d/, 'github.json'),
  damaged('a file that is none', 'just: words', /it does not say "openapi"/),
  damaged('a file of before', 'swagger: "2.0"', /Swagger 2/),
  damaged('a version that is not known', 'openapi: 4.0.0', /version/),
  damaged(
    'a file that repeats itself without end',
    [
      'openapi: &a 3.0.0',
      'b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]',
      ...'cdefghi'.split('').map((one, at) => `${one}: &${one} [${Array(10).fill(`*${'bcdefgh'[at]}`).join()}]`),
    ].join('\n'),
    /repeats/,
  ),
  {
    name: 'is not led round in a circle',
    as: 'ann',
    params: DEV,
    files: filesOf('openapi: 3.1.0\npaths:\n  /a:\n    get:\n      parameters:\n        - $ref: "#/x"\nx: { $ref: "#/x" }'),
    expect: { status: 0, data: { operations: [{ id: 'GET /a' }] } },
  },
  { name: 'takes no file of another kind', as: 'ann', params: DEV, files: filesOf('x', 'github.exe'), expect: { status: 422, errors: ['file'] } },
  { name: 'keeps a member without duties out', as: 'ben', params: DEV, files: github(), expect: { status: 403, stored: 'same' } },
])
