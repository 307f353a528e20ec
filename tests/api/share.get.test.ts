import { scenarios } from '../support/scenarios.ts'
import { aShare } from '../support/shares.ts'

const given = async (world: Parameters<typeof aShare>[0]) => ({ params: { shareId: (await aShare(world, { type: 2, text: '# Notes', title: 'Notes' })).id } })

scenarios('share.get', [
  { name: 'answers one share with the text of its document', as: 'ann', given, expect: { status: 0, data: { type: 2, text: '# Notes', title: 'Notes' } } },
  {
    name: 'answers unknown for what is not there',
    as: 'ann',
    params: { shareId: '01890000-0000-7000-8000-000000000001' },
    expect: { status: 404, code: 'share.unknownHere' },
  },
  { name: 'refuses what is no id', as: 'ann', params: { shareId: 'x' }, expect: { status: 404 } },
  { name: 'keeps members out', as: 'ben', given, expect: { status: 403 } },
  { name: 'keeps strangers out', given, expect: { status: 401 } },
])
