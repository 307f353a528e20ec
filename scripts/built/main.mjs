// What `node dist/server/main.js` runs.
import { load } from './load.js'

await load().run()
