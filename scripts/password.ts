// npm run password -- someone@example.com: a new password for a person who cannot sign in, asked for here, on the machine of the server.
import { createInterface } from 'node:readline/promises'
import { loadEnvFile, readConfig } from '../api/server/config.ts'
import { openDatabase } from '../api/server/database/index.ts'
import { projectRoot } from '../api/server/root.ts'
import { createPeople } from '../api/server/services/foundation/people.ts'
import { createSessions } from '../api/server/services/foundation/sessions.ts'
import { connect } from '../api/server/store/database.ts'

/** The rule of shared.json's adminPassword. */
const RULE = /^(?=.*\d)(?=.*[A-Za-z])(?=.*[~!@#$%^&*]).{8,16}$/

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question)
  lines.close()
  return answer.trim()
}

/** What went wrong, or undefined. */
async function setPassword(email: string | undefined): Promise<string | undefined> {
  if (!email) return 'Say whose: npm run password -- someone@example.com'
  loadEnvFile(projectRoot)
  const database = await openDatabase(readConfig(), console.log)
  const { pool, db } = connect(database.options)
  try {
    const people = createPeople({ db })
    const person = await people.findByEmail(email)
    if (!person) return `Nobody here has the email ${email}`
    const password = await ask(`New password of ${person.name}: `)
    if (!RULE.test(password)) return 'Use 8 to 16 characters including a digit, a letter and one of ~!@#$%^&*'
    await people.setPassword(person.id, password)
    await createSessions({ db }).closeAll(person.id)
    console.log(`${person.name} signs in with the new password; sessions made before have ended.`)
    return undefined
  } finally {
    await pool.end()
    await database.stop()
  }
}

const problem = await setPassword(process.argv[2])
if (problem) console.error(problem)
process.exitCode = problem ? 1 : 0
