// npm run up: everything from a fresh clone to a running product. Plain JavaScript without dependencies, as none may be there yet.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tessera needs Node 20.19 or newer; this is ${process.version}. Install a current one from https://nodejs.org and run the command again.`)
  process.exit(1)
}

process.env.NODE_ENV = process.env.NODE_ENV || 'production'
import('./steps.mjs')
  .then(({ install, build, oneAtATime }) =>
    oneAtATime(async () => {
      await install()
      await build()
    }),
  )
  // In this process: one less to keep in memory, and signals need no forwarding.
  .then(() => import('../dist/server/main.js'))
  .catch(error => {
    console.error(error.message)
    process.exit(1)
  })
