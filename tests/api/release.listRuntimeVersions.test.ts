// release.list-runtime-versions, release.runtime-versions-filter: the runtime of this server, and those that pushes were made with; the form leaves betas out.
import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.listRuntimeVersions', [
  {
    name: 'has the one of this server',
    as: 'ann',
    expect: { status: 0, stored: 'same' },
    then: ({ data }) => expect(data.items).toEqual([{ label: expect.stringMatching(/^\d+\.\d+\.\d+\+[0-9a-f]{8}$/), value: expect.any(String) }]),
  },
  {
    name: 'goes on with those before it, the newest first',
    as: 'ann',
    given: async world => {
      for (const [version, day] of [
        ['0.0.1+aaaaaaaa', 1],
        ['0.0.2-beta.1+bbbbbbbb', 2],
      ] as const)
        await world.db
          .insertInto('miniapp_runtime')
          .values({ version, files: JSON.stringify({ runtime: '', shells: {} }), created_at: new Date(2026, 0, day) })
          .execute()
    },
    expect: { status: 0 },
    then: ({ data }) => expect(data.items.slice(1).map((one: { value: string }) => one.value)).toEqual(['0.0.2-beta.1+bbbbbbbb', '0.0.1+aaaaaaaa']),
  },
])
