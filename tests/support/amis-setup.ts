// What the console imports of amis, made once for all files and runs.
import { aliases, rowsHandOn } from '../../vite.config.ts'
import { makeAmis } from './amis-bundle.ts'

const here = (name: string) => new URL(name, import.meta.url).pathname
let made: Promise<void> | undefined

export default () =>
  (made ??= makeAmis(
    [...aliases, { find: /^amis-editor$/, replacement: here('amis-editor-stub.tsx') }, { find: /^monaco-editor$/, replacement: here('monaco-stub.ts') }],
    [rowsHandOn],
  ))
