// npm run dev: the server restarts and the browser reloads when a file changes. Open the second address.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { loadEnvFile, readConfig } from '../api/server/config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
loadEnvFile(root)
const { port, host } = readConfig()
const target = `http://${host}:${port}`

const server = spawn(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'api/server/main.ts'], {
  cwd: root,
  env: { ...process.env, NODE_ENV: 'development' },
  stdio: 'inherit',
})

/** What Vite serves itself: its own modules and the sources. */
const OWN = /^\/(@|src\/|renderers\/|node_modules\/|schemas\/.*\.json\?|api\/(client|generated|[a-z.-]+\.ts|messages))/
const web = await createServer({
  configFile: fileURLToPath(new URL('vite.config.ts', new URL('..', import.meta.url))),
  server: {
    host,
    port: port + 1,
    strictPort: true,
    proxy: {
      '/': {
        target,
        // Setup pages and calls share addresses: a browser that asks for a page gets Vite's.
        bypass: request => (OWN.test(request.url ?? '') || request.headers.accept?.includes('text/html') ? request.url : undefined),
      },
    },
  },
})
await web.listen()
web.printUrls()

async function stop() {
  await web.close()
  server.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
server.on('exit', code => process.exit(code ?? 0))
