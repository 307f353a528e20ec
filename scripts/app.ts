// An app as a folder, from the command line and in the CI of a team: npm run app -- pull|push|diff|publish <company/app> [--folder …]. Where and with which
// access token is said by TESSERA_URL and TESSERA_TOKEN; tokens are made in the user centre, under Developer.
import { runApp } from './app-commands.ts'

process.exitCode = await runApp(process.argv.slice(2), process.env, { out: line => console.log(line), error: line => console.error(line) })
