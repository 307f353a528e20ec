// Reads the built server, with the code that V8 made of it when it was built: making it anew takes longer than all else in a start. V8 looks itself whether
// that code is of this source and this V8, and reads the source where it is not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script, constants } from 'node:vm'

const folder = dirname(fileURLToPath(import.meta.url))
const filename = join(folder, 'server.cjs')
/** An engine that was packed on another kind of machine finds none. */
const kept = join(folder, `server.${process.version}-${process.arch}.code`)

function read() {
  // Written in ASCII by the build, so that a character takes one byte here too.
  const source = readFileSync(filename, 'latin1')
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename,
    cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
}

function evaluate(script) {
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(filename), module, filename, folder)
  return module.exports
}

/** The server, not yet started. */
export const load = () => evaluate(read())

/** Keeps the code that V8 has made once all modules are there. */
export function keep() {
  const script = read()
  evaluate(script)
  writeFileSync(kept, script.createCachedData())
}
