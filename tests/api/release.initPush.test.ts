// release.init-push: what the form of a push begins with. release.miniapp-push-dialog, release.miniapp-none.
import { DEV } from '../support/pages.ts'
import { aPush, PIPELINE } from '../support/pushes.ts'
import { publish } from '../support/releases.ts'
import { addPage } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.initPush', [
  { name: 'is closed without a pipeline', as: 'ann', expect: { status: 409, code: 'release.ciPushClosed', stored: 'same' } },
  {
    name: 'has no mini-programs and no environment at first',
    as: 'ann',
    given: async world => void (await world.call('company.savePipeline', { as: 'ann', body: PIPELINE })),
    expect: {
      status: 0,
      data: { entriesOptions: [], tagOptions: [], tag: '', from: 'dev', version: '1.0.0', consts: [], lastCodeType: 'uniapp' },
      stored: 'same',
    },
  },
  {
    name: 'goes on from the last push of the platform, and offers what is ready for it',
    as: 'ann',
    query: { appletType: 0 },
    given: async world => {
      await addPage(world, { name: 'Orders', path: '/orders' })
      await publish(world, { version: '1.0.0', title: 'First', tag: 'latest' })
      await publish(world, { version: '1.0.1', title: 'Second', tag: 'qa' })
      for (const [key, miniapp] of [
        ['wechat', { appletType: '0', appId: 'wx1' }],
        ['baidu', { appletType: '1', appId: 'b1' }],
        ['bare', { appId: 'wx2' }],
      ] as const)
        await world.call('entry.create', { as: 'ann', params: DEV, body: { key, name: key, type: 3, miniapp } })
      await aPush(world, { status: 1, task_status: 2, reason: null, tag: 'qa', framework: 'taro' })
    },
    expect: {
      status: 0,
      data: {
        tag: 'qa',
        lastCodeType: 'taro',
        version: '1.0.10',
        consts: [{ var: 'ROBOT', value: '1' }],
        entriesOptions: [
          { value: 'wechat', disabled: false },
          { value: 'baidu', disabled: true },
          { value: 'bare', disabled: true },
        ],
        tagOptions: [{ value: 'latest' }, { value: 'qa' }],
      },
    },
    then: ({ data }) => {
      // The runtime of that push is not known here any more.
      if (data.lastRuntimeVersion !== data.latestRuntimeVersion) throw new Error(data.lastRuntimeVersion)
    },
  },
  {
    name: 'begins anew for another platform, with the number of the version',
    as: 'ann',
    query: { appletType: 2, from: '1.0.1' },
    expect: { status: 0, data: { version: '1.0.1', consts: [], tag: 'latest' } },
  },
])
