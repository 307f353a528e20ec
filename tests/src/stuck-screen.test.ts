// A screen during which the page was closed by force is not tried again in this window.
import '../support/boot.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const SCREEN = { id: 'general.home', hash: 'a'.repeat(64) }
const start = async () => {
  vi.resetModules()
  return import('../../src/live/broken.ts')
}

beforeEach(() => sessionStorage.clear())

describe('a page that was blocked while it drew a screen', () => {
  it('has failed at the next start, and at those after it', async () => {
    sessionStorage.setItem('tessera-drawing', JSON.stringify({ ...SCREEN, at: Date.now() - 5000 }))
    expect((await start()).hasFailed(SCREEN)).toBe(true)
    expect(sessionStorage.getItem('tessera-drawing')).toBeNull()
    const later = await start()
    expect(later.hasFailed(SCREEN)).toBe(true)
    expect(later.hasFailed({ ...SCREEN, hash: 'b'.repeat(64) })).toBe(false)
  })
  it('is forgotten after a while, and nothing breaks over what is no record', async () => {
    sessionStorage.setItem('tessera-drawing', JSON.stringify({ ...SCREEN, at: Date.now() - 3_600_000 }))
    expect((await start()).hasFailed(SCREEN)).toBe(false)
    sessionStorage.setItem('tessera-drawing', '{')
    sessionStorage.setItem('tessera-broken', '{')
    expect((await start()).hasFailed(SCREEN)).toBe(false)
  })
})
