import { expect } from 'vitest'
import { PASSWORD } from '../support/world.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('signin.login', [
  {
    name: 'signs in by user name and goes on where the person was',
    body: { username: 'ann', password: PASSWORD, redirect: '/company/acme' },
    expect: { status: 0, data: { redirect: '/company/acme' } },
    then: reply => expect(String(reply.headers['set-cookie'])).toMatch(/HttpOnly.*SameSite=Lax/i),
  },
  { name: 'signs in by email', body: { username: 'ANN@example.test', password: PASSWORD }, expect: { status: 0, data: { redirect: '/home' } } },
  {
    name: 'follows no redirect to another host',
    body: { username: 'ann', password: PASSWORD, redirect: '//evil.test/x' },
    expect: { status: 0, data: { redirect: '/home' } },
  },
  { name: 'says which field is empty', body: {}, expect: { status: 422, errors: ['username', 'password'], stored: 'same' } },
  {
    name: 'answers alike for an unknown name',
    body: { username: 'nobody', password: PASSWORD },
    expect: { status: 422, code: 'signin.wrong', stored: 'same' },
  },
  { name: 'refuses a wrong password', body: { username: 'ann', password: 'wrong' }, expect: { status: 422, code: 'signin.wrong' } },
  {
    name: 'locks an account after five wrong passwords, for the right one too',
    given: async world => {
      for (let i = 0; i < 5; i++) await world.call('signin.login', { body: { username: 'ben', password: 'wrong' } })
    },
    body: { username: 'ben', password: PASSWORD },
    expect: { status: 429, code: 'signin.locked' },
  },
  {
    name: 'refuses a form posted by another site',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: { username: 'ann', password: PASSWORD },
    expect: { status: 403, code: 'request.forged', stored: 'same' },
  },
])
