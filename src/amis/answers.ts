// An address may say what amis is given in place of its answer (renderers/answered.ts). Imports write it in place of adaptors, which are scripts
// (api/server/services/packages/scripts.ts).
import { addApiResponseAdaptor } from 'amis-core'
import { answered } from '../../renderers/answered.ts'

export { answered }

addApiResponseAdaptor((payload, _response, api) => answered(payload, (api as { answer?: unknown }).answer))
