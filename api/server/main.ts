// A server process from the sources; the built one begins with scripts/templates/server-main.mjs.
import { run } from './run.ts'

await run()
