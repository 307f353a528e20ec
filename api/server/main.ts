// A server process: reads the configuration, starts, says where it is, stops cleanly.
import { loadEnvFile, readConfig } from './config.ts'
import { startServer } from './process.ts'
import { projectRoot } from './root.ts'

loadEnvFile(projectRoot)
const started = performance.now()

try {
  const config = readConfig()
  const running = await startServer(config)
  const address = await running.app.listen({ port: config.port, host: config.host })
  const step = await running.services.installation.step().catch(() => '')
  console.log(`\n  ${config.siteName} is ready at ${address}${step || '/'}  (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  console.log(step ? '  Next: open that address and follow the setup.\n' : '  Next: open that address and sign in.\n')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await running.close().catch(error => console.error('stopping failed:', error))
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  const known = (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'The port is taken by another program. Set PORT to a free one.' : undefined
  console.error(known ?? error)
  process.exit(1)
}
