// The pipeline of an organisation: what each kind needs, and that its access token goes nowhere else and never comes back.
import { expect } from 'vitest'
import { PIPELINE } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('company.savePipeline', [
  {
    name: 'wants a token at first',
    as: 'ann',
    body: { ...PIPELINE, token: '' },
    expect: { status: 422, code: 'company.pipelineToken', errors: ['token'], stored: 'same' },
  },
  ...['ftp://x', 'https://a:b@example.com', 'https://example.com/?x', 'example'].map(address => ({
    name: `does not take ${address}`,
    as: 'ann' as const,
    body: { ...PIPELINE, address },
    expect: { status: 422, code: 'company.badPipelineAddress', errors: ['address'], stored: 'same' as const },
  })),
  {
    name: 'wants owner and repository for Gitea',
    as: 'ann',
    body: { ...PIPELINE, kind: 'gitea', workflow: 'push.yaml', project: 'shop' },
    expect: { status: 422, errors: ['project'], stored: 'same' },
  },
  { name: 'wants a workflow for Gitea', as: 'ann', body: { ...PIPELINE, kind: 'gitea' }, expect: { status: 422, errors: ['workflow'], stored: 'same' } },
  { name: 'wants a user for Jenkins', as: 'ann', body: { ...PIPELINE, kind: 'jenkins' }, expect: { status: 422, errors: ['account'], stored: 'same' } },
  { name: 'is for administrators of the organisation', as: 'ben', body: PIPELINE, expect: { status: 403, stored: 'same' } },
  {
    name: 'keeps it, and tells everything but the token',
    as: 'ann',
    body: { ...PIPELINE, address: 'http://127.0.0.1:9/', project: '/apps/shop/', branch: 'main' },
    expect: { status: 0 },
    then: async (_reply, world) => {
      const { data } = await world.call('company.getPipeline', { as: 'ann' })
      expect(data).toEqual({
        isThere: true,
        kind: 'gitlab',
        address: 'http://127.0.0.1:9',
        project: 'apps/shop',
        branch: 'main',
        workflow: '',
        account: '',
        changedAt: expect.any(String),
      })
      expect(await world.stored()).not.toContain(PIPELINE.token)
    },
  },
  { name: 'keeps the token where none is sent', as: 'ann', body: { ...PIPELINE, token: '', project: 'apps/other' }, expect: { status: 0 } },
  {
    name: 'does not show it to another server',
    as: 'ann',
    body: { ...PIPELINE, token: '', address: 'http://127.0.0.1:10' },
    expect: { status: 422, code: 'company.pipelineTokenAgain', errors: ['token'], stored: 'same' },
  },
])
