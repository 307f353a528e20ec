// release.init-import: what the dialog starts with.
import { DEV, wrongPeople } from '../support/pages.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('release.initImport', [
  {
    name: 'chooses all sections, and takes nothing away',
    as: 'ann',
    params: DEV,
    expect: {
      status: 0,
      data: {
        overWriteOldConfig: ['api', 'acl', 'appAuth'],
        removeOldStuff: false,
        sectionsOptions: [{ value: 'api', label: 'APIs' }, { value: 'acl' }, { value: 'appAuth' }],
      },
    },
  },
  ...wrongPeople({}, async () => ({ params: DEV })),
])
