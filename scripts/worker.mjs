// The server's thread from its sources: in development and in tests, where nothing is built. tsx reads them here, too; what the first thread has set up
// for itself (vitest, for one) does not reach another.
import { register } from 'tsx/esm/api'

register()
const { default: work } = await import('../api/server/worker.ts')
export default work
