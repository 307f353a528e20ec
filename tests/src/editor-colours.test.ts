// The sheet of amis' editor in the dark: its greys are variables, and without them it is what it was.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withVariables } from '../../scripts/editor-colours.ts'

it('gives what is light a value of the dark, and leaves what marks something', () => {
  expect(withVariables('.a{background:#fff;color:#151b26;border-bottom:1px solid #e8e9eb}')).toBe(
    '.a{background:var(--tes-ed-panel, #fff);color:var(--tes-ed-text-1, #151b26);border-bottom:1px solid var(--tes-ed-line, #e8e9eb)}',
  )
  expect(withVariables('.a:hover{background-color: #e6f0ff; fill: #84868c}')).toBe(
    '.a:hover{background-color: var(--tes-ed-soft, #e6f0ff); fill: var(--tes-ed-text-3, #84868c)}',
  )
  for (const same of ['.a{background:#2468f2;color:#fff}', '.b{background:rgba(0,0,0,0.1)}', '.c{box-shadow:0 0 2px #eee}', '#fff{width:1px}'])
    expect(withVariables(same)).toBe(same)
})

it('is the sheet of the editor to the letter where no variable is set', () => {
  const sheet = readFileSync(join(import.meta.dirname, '../../node_modules/amis-editor-core/lib/style.css'), 'utf8')
  const named = withVariables(sheet)
  expect(named.match(/var\(--tes-ed-/g)?.length).toBeGreaterThan(200)
  expect(named.replace(/var\(--tes-ed-[\w-]+, ((?:[^()]|\([^()]*\))*)\)/g, '$1')).toBe(sheet)
})
