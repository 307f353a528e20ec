import { describe, expect, it } from 'vitest'
import { makeQuestion, normalised } from '../../api/server/services/reset/questions.ts'
import { answerTo } from '../support/reset.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('reset.getQuestion', [
  {
    name: 'reset.graph-code: asks a question in words, for whoever cannot see the picture',
    expect: { status: 0 },
    then: reply => {
      expect(answerTo(reply.data.question)).not.toBe('')
      expect(String(reply.headers['set-cookie'])).toMatch(/^tessera_reset=.*HttpOnly/i)
    },
  },
  {
    name: 'asks in Chinese',
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0 },
    then: reply => expect(reply.data.question).toMatch(/^[^A-Za-z]+？$/),
  },
  { name: 'takes no query', query: { answer: '1' }, expect: { status: 422, errors: ['answer'], stored: 'same' } },
])

scenarios('reset.getQuestion', [{ name: 'asks nothing where nobody signs in with a password', expect: { status: 403, code: 'reset.off', stored: 'same' } }], {
  authTypes: ['ldap'],
})

describe('questions', () => {
  it('have one answer, which a person can give in words or digits', () => {
    for (let n = 0; n < 120; n++) {
      const { text, answer } = makeQuestion(n % 2 ? 'en-US' : 'zh-CN')
      expect(normalised(answerTo(text)), text).toBe(normalised(answer))
    }
    expect([' Eleven', '11', '十一'].map(normalised)).toEqual(['11', '11', '11'])
    expect(normalised(' k7 mxa')).toBe('K7MXA')
  })
})
