// What panels of the editor call things: every name has Chinese of its own.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMPONENTS } from '../../api/theme/components.ts'
import { fieldLabel, keyLabel, SECTIONS, stateLabel } from '../../renderers/tessera-theme-editor/labels.ts'

it('names every part, state, field and edge of the 41 panels in Chinese', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as Record<string, string>
  const words = { ...read('schemas/shell/zh-CN.json'), ...read('api/generated/renderer-words.zh-CN.json') }
  const missing = new Set<string>()
  const say = (text: string) => {
    if (!words[text]) missing.add(text)
    return words[text] ?? text
  }
  const seen = Object.values(SECTIONS).map(say)
  for (const { label, path, parts } of COMPONENTS) {
    seen.push(say(label))
    for (const part of parts) {
      // Sizes, and places in a list, are called by their own key.
      if (/[a-z]/i.test(part.label)) seen.push(say(part.label))
      for (const state of Object.keys(part.tokens).filter(Boolean)) seen.push(stateLabel(state, path, say))
      for (const field of part.fields) seen.push(fieldLabel(field, say), ...('keys' in field ? (field.keys ?? []) : []).map(key => keyLabel(key, say)))
    }
  }
  expect([...missing]).toEqual([])
  expect(seen.filter(text => /[a-z]{3}/.test(text.replace(/[A-Z]{2,}/g, '')))).toEqual([])
})
