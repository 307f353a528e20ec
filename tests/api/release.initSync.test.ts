// release.init-sync, release.sync-version, release.sync-services, release.entity-sync-record
import { expect } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { DEV } from '../support/models.ts'
import { addPage, wrongPeople } from '../support/pages.ts'
import { publish } from '../support/releases.ts'
import { scenarios } from '../support/scenarios.ts'
import { serviceIn, taskIn } from '../support/two-servers.ts'

let service = ''
scenarios('release.initSync', [
  {
    name: 'offers dev and the versions, the services and the environments, and all sections',
    as: 'ann',
    params: DEV,
    given: async world => {
      await addPage(world, { name: 'Home' })
      await publish(world)
      service = await serviceIn(world, {})
    },
    expect: {
      status: 0,
      data: {
        from: 'dev',
        services: [],
        syncRelease: false,
        tag: 'latest',
        overWriteOldConfig: ['api', 'acl', 'appAuth'],
        fromOptions: [{ value: 'dev' }, { value: '1.0.0' }],
        sectionsOptions: [
          { label: 'APIs', value: 'api' },
          { label: 'Roles and permissions', value: 'acl' },
          { label: 'Who may do what with the app', value: 'appAuth' },
        ],
      },
    },
    then: async (reply, world) => {
      expect(reply.data.servicesOptions).toEqual([{ label: 'Production', value: service }])
      // The settings of the app name them too: they decide whether the page has tabs.
      expect((await world.call('appSetting.getSetting', { as: 'ann', params: DEV })).data.syncServices).toEqual([{ label: 'Production', value: service }])
    },
  },
  {
    name: 'tells one synchronisation with its log',
    as: 'ann',
    given: async world => ({ params: DEV, query: { id: await taskIn(world, { status: -1, can_retry: true }) } }),
    expect: {
      status: 0,
      data: {
        from: 'dev',
        task: { status: -1, progress: 0, log: '10:00:00 Reads the saved app' },
        services: ['Production'],
        createdBy: 'Ann',
        canRetry: true,
        overWriteOldConfig: ['acl'],
        tag: 'qa',
        syncRelease: true,
      },
    },
  },
  { name: 'knows no others', as: 'ann', params: DEV, query: { id: uuidv7() }, expect: { status: 404, code: 'sync.unknown', stored: 'same' } },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
