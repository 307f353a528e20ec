// The life of a server process: reads the configuration, starts, says where it is, stops cleanly.
import { loadEnvFile, readConfig } from './config.ts'
import { StartError } from './database/start-error.ts'
import { startServer, type Running } from './process.ts'
import { projectRoot } from './root.ts'

const began = performance.now()
let starting: Promise<Running> | undefined
let stopping = false

/** Stops what has been started; a signal during the start waits for it, so that no database is left behind. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  const running = await starting?.catch(() => undefined)
  await running?.close().catch(error => console.error('stopping failed:', error))
  process.exit(code)
}

function explain(error: NodeJS.ErrnoException): unknown {
  if (error.code === 'EADDRINUSE') return 'The port is taken by another program. Set PORT to a free one.'
  if (error.code === 'EACCES' && error.syscall === 'listen') return 'This port is for root only. Set PORT to one above 1023.'
  return error instanceof StartError ? error.message : error
}

function configuration() {
  try {
    loadEnvFile(projectRoot)
    return readConfig()
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

/** Runs until the process is told to stop. */
export async function run() {
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))

  try {
    const config = configuration()
    starting = startServer(config)
    const running = await starting
    if (!stopping) {
      running.services.flows.notices.watch()
      const address = await running.app.listen({ port: config.port, host: config.host })
      const step = await running.services.installation.step().catch(() => '')
      console.log(`\n  ${config.siteName} is ready at ${address}${step || '/'}  (${((performance.now() - began) / 1000).toFixed(1)} s)`)
      console.log(step ? '  Next: open that address and follow the setup.\n' : '  Next: open that address and sign in.\n')
    }
  } catch (error) {
    console.error(explain(error as NodeJS.ErrnoException))
    await stop(1)
  }
}
