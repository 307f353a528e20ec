// App packages and imports: reading, writing, and what becomes of them in an installation.
import type { Core } from '../../core.ts'
import type { createContents } from '../foundation/contents.ts'
import type { createCompanies } from '../company/index.ts'
import type { Releasing, SampleRowsService } from '../data/index.ts'
import type { HostLists } from '../../../outside-hosts.ts'
import type { createFiles } from '../foundation/files.ts'
import type { GateService } from '../screen/index.ts'
import type { createPages } from '../page/index.ts'
import type { createPeople } from '../foundation/people.ts'
import type { createReleases } from '../release/index.ts'
import type { Methods } from '../signin/index.ts'
import { createExport } from './export.ts'
import { createForms } from './forms.ts'
import { createImport } from './import.ts'
import { createInspect, type InspectInput } from './inspect.ts'
import { createInstall } from './install.ts'
import { createIssues } from './issues.ts'
import { createStateOf } from './state-of.ts'
import { createUpdate } from './update.ts'

export { FILE_ADDRESS, resourcesWithFiles, themesWithFiles, withNewFiles } from './contents.ts'
export { checkManifest, FORMAT, FORMAT_VERSION, type Manifest, type PackageFile, type PackageResource } from './format.ts'
export type { Packed } from './export.ts'
export { checkResources, resourceFault } from './check-resources.ts'
export { idHere, type Carried } from './state-of.ts'
export { carriedOf, SECTION_OF, UPDATE_SECTIONS, type UpdateChoice } from './update.ts'
export { hashOfFile, type Choice, type Inspection } from './inspect.ts'

interface Parts {
  contents: ReturnType<typeof createContents>
  companies: ReturnType<typeof createCompanies>
  files: ReturnType<typeof createFiles>
  gate: GateService
  hostsOf(companyId: string): Promise<HostLists>
  methods: Pick<Methods, 'isOn'>
  pages: ReturnType<typeof createPages>
  people: ReturnType<typeof createPeople>
  releases: ReturnType<typeof createReleases>
  releasing: Releasing
  sampleRows: SampleRowsService
}

export function createPackages(core: Pick<Core, 'config' | 'db' | 'workers'>, parts: Parts) {
  const install = createInstall(core, parts)
  const { inspect } = createInspect(core, parts)
  return {
    ...createImport(core, parts),
    ...createExport(core, parts),
    ...createForms(parts),
    ...install,
    ...createUpdate(core, parts),
    /** A package or what is like one as a state of an app that is there. */
    stateOf: createStateOf(core, parts),
    inspect,
    /** Of a package that becomes an app of its own, where this installation takes such packages. */
    inspectNew(input: InspectInput) {
      install.checkTaken()
      return inspect(input)
    },
    issues: createIssues(core, parts),
  }
}
