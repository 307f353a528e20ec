import { scenarios } from '../support/scenarios.ts'
import { expect } from 'vitest'

const params = { companyKey: 'acme', appUrlKey: 'shop' }

scenarios('log.getSettings', [
  {
    name: 'tells how long the log is kept and what it can hold, with no operation without a name in Chinese',
    as: 'ann',
    params,
    headers: { 'accept-language': 'zh-CN' },
    expect: { status: 0, data: { keptDays: 365 } },
    then: reply => {
      const { operations } = reply.data as unknown as { operations: { call: string; label: string }[] }
      expect(operations.length).toBeGreaterThan(20)
      expect(operations.filter(({ label }) => /[A-Za-z]{3,}/.test(label.replace(/Git/g, '')))).toEqual([])
      // An open editor calls every few seconds; nobody did anything.
      expect(operations.filter(({ call }) => call.endsWith('.presence'))).toEqual([])
    },
  },
  { name: 'refuses a member without the duty', as: 'ben', params, expect: { status: 403, stored: 'same' } },
  { name: 'knows no app elsewhere', as: 'ann', params: { companyKey: 'acme', appUrlKey: 'nothing' }, expect: { status: 404 } },
])
