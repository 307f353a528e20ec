import { describe, expect, it } from 'vitest'
import { say, sayAgain } from '../../api/messages.ts'

describe('a sentence that was kept in English', () => {
  it('is told in the language of who reads it, with what fills its places', () => {
    const english = 'Version {version} does not work: {reason}. People see the last version that worked.'
    const values = { version: 3, reason: 'x' }
    expect(sayAgain('zh-CN', say('en-US', english, values))).toBe(say('zh-CN', english, values))
    expect(sayAgain('zh-CN', 'There is no such role')).toBe(say('zh-CN', 'There is no such role'))
  })

  it('stays as it is in English, and where it is none of ours', () => {
    expect(sayAgain('en-US', 'There is no such role')).toBe('There is no such role')
    expect(sayAgain('zh-CN', "Cannot read properties of undefined (reading 'x')")).toBe("Cannot read properties of undefined (reading 'x')")
  })
})
