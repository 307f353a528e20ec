// Who asked for /logout by hand, by what browsers say.
import { expect, it } from 'vitest'
import { isOpenedByHand } from '../../api/server/leaving.ts'

const BY_HAND = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' }

it('/logout ends the session when it is typed or a bookmark, and asks when anything led there or nothing is known', () => {
  expect(isOpenedByHand(BY_HAND)).toBe(true)
  for (const site of ['same-origin', 'same-site', 'cross-site', undefined]) expect(isOpenedByHand({ ...BY_HAND, 'sec-fetch-site': site }), site).toBe(false)
  expect(isOpenedByHand({ ...BY_HAND, 'sec-fetch-dest': 'iframe' })).toBe(false)
  expect(isOpenedByHand({ ...BY_HAND, 'sec-purpose': 'prefetch;prerender' })).toBe(false)
  expect(isOpenedByHand({})).toBe(false)
})
