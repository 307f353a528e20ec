// release.get-push-detail, release.push-detail-dialog: a push with its log, in the language of whoever reads it.
import { uuidv7 } from 'uuidv7'
import { aPush } from '../support/pushes.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.getPushDetail', [
  {
    name: 'tells everything of a push',
    as: 'ann',
    given: async world => ({ query: { id: await aPush(world) } }),
    expect: {
      status: 0,
      data: {
        title: 'Spring',
        version: '1.0.9',
        status: -1,
        appletType: 0,
        codeType: 'uniapp',
        entries: ['wechat'],
        consts: [{ var: 'ROBOT', value: '1' }],
        task: {
          status: -1,
          reason: 'The pipeline failed. Its log says why',
          url: 'https://gitlab.example.com/7',
          log: '08:00:00 The pipeline was begun\nnpm <ci>',
        },
      },
      stored: 'same',
    },
  },
  {
    name: 'in Chinese',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: async world => ({ query: { id: await aPush(world) } }),
    expect: { status: 0, data: { task: { reason: '流水线失败，原因见日志' } } },
  },
  { name: 'knows no such push', as: 'ann', query: { id: uuidv7() }, expect: { status: 404, code: 'release.pushUnknown' } },
])
