import { entryAddress } from '../../services/entry/index.ts'
import { mayInApp, type AppInScope } from '../../services/foundation/access/index.ts'
import type { Services } from '../../services/index.ts'

/** Says with releases where each of them is entered: the entries of the app, at the address of its environment, and where the rpk package of a quick app is. */
export async function withEntries(entries: Services['entries'], app: AppInScope, origin: string) {
  const doors = await entries.list(app, mayInApp(app, 'edit'))
  return <Release extends { tag: string; accessUrl: string; config: { rpkLink?: string } }>(release: Release) => ({
    ...release,
    ...(release.config.rpkLink && { rpkAddress: new URL(release.config.rpkLink, origin).href }),
    dropDownEntries: doors.map(door => ({ label: door.name, url: entryAddress(door, release.accessUrl, release.tag, origin) })),
  })
}
