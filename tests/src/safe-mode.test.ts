// Who gets into safe mode, and out of it again.
import '../support/boot.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'

const user = { id: '1', name: 'Sue', email: 'sue@example.test', avatar: '', isPlatformSuper: true, hasPassword: true }

/** The module as it comes up at this address, for this person. */
async function start(address: string, { who, setup = '' }: { who?: object; setup?: string } = {}) {
  vi.resetModules()
  window.history.replaceState(null, '', address)
  const { session, config } = await import('../../src/session.ts')
  session.set({ user: (who ?? null) as never, csrfToken: '', companies: [] })
  config.set({ ...config.get(), setup: setup as never })
  return { session, ...(await import('../../src/live/safe-mode.ts')) }
}

beforeEach(() => sessionStorage.clear())

describe('safe mode', () => {
  it('is for platform administrators, for the setup, and for whoever signs in', async () => {
    expect((await start('/home?safe=1', { who: user })).safeMode.get()).toBe('on')
    sessionStorage.clear()
    expect((await start('/login?safe=1')).safeMode.get()).toBe('on')
    sessionStorage.clear()
    expect((await start('/home?safe=1', { who: { ...user, isPlatformSuper: false }, setup: '/install' })).safeMode.get()).toBe('on')
    sessionStorage.clear()
    expect((await start('/home', { who: user })).safeMode.get()).toBe('off')
  })

  it('lasts for the visit, at addresses that do not ask for it', async () => {
    await start('/home?safe=1', { who: user })
    const later = await start('/app', { who: user })
    expect(later.safeMode.get()).toBe('on')
    expect(later.isSafe()).toBe(true)
  })

  it('tells somebody who may not, and shows the normal screens', async () => {
    const { safeMode, isSafe } = await start('/home?safe=1', { who: { ...user, isPlatformSuper: false } })
    expect(safeMode.get()).toBe('refused')
    expect(isSafe()).toBe(false)
    expect((await start('/app', { who: { ...user, isPlatformSuper: false } })).safeMode.get()).toBe('off')
  })

  it('ends for somebody who signs in and may not, with a word about it on the next page', async () => {
    const first = await start('/login?safe=1')
    expect(first.safeMode.get()).toBe('on')
    first.session.set({ user: { ...user, isPlatformSuper: false } as never, csrfToken: '', companies: [] })
    expect((await start('/home', { who: { ...user, isPlatformSuper: false } })).safeMode.get()).toBe('refused')
    expect((await start('/home', { who: { ...user, isPlatformSuper: false } })).safeMode.get()).toBe('off')
  })
})
