// release.list-remote-exports; what was exported is told in release.exportStandaloneRemote.test.ts.
import { scenarios } from '../support/scenarios.ts'

const features = { standaloneGitPush: true, standaloneRemoteExport: true }
scenarios(
  'release.listRemoteExports',
  [{ name: 'begins empty', as: 'ann', expect: { status: 0, data: { remote: '', running: '', items: [] }, stored: 'same' } }],
  {
    features,
  },
)
scenarios('release.listRemoteExports', [{ name: 'is offered by the installation', as: 'ann', expect: { status: 403, code: 'release.remoteNotHere' } }], {
  features: {},
})
