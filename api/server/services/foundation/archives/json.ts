// JSON from strangers: bounded in depth before it is parsed, so that nothing recursive can be driven over the stack.
import { fieldError } from '../../../errors.ts'

/** Deepest nesting of brackets outside strings. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > deepest) deepest = depth
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  return deepest
}

export class BadJson extends Error {
  constructor(readonly reason: 'badJson' | 'tooDeep') {
    super(reason)
  }
}

export function parseJson(bytes: Buffer, depth: number): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BadJson('badJson')
  }
  if (depthOf(text) > depth) throw new BadJson('tooDeep')
  try {
    return JSON.parse(text)
  } catch {
    throw new BadJson('badJson')
  }
}

/** The refusal of a whole package because of one JSON file in it. */
export const badJson = (error: BadJson, name: string) =>
  error.reason === 'tooDeep'
    ? fieldError('package.tooDeep', 'file', '“{name}” in the file is nested too deeply', { name })
    : fieldError('package.badJson', 'file', '“{name}” in the file is not valid JSON', { name })
