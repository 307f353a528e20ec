// Requests of a screen that start with the navigation.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createAhead, type Ahead } from '../../src/live/ahead.ts'

let clock = 0
let send: ReturnType<typeof vi.fn<(url: string) => Promise<string>>>
let ahead: Ahead<string>
beforeEach(() => {
  clock = 0
  send = vi.fn(async url => `${url} #${send.mock.calls.length}`)
  ahead = createAhead(send, () => clock)
})
/** A visit at which the screen asks for these. */
const visit = (address: string, ...urls: string[]) => {
  ahead.begin(address)
  return urls.map(url => ahead.take(url))
}

describe('asking ahead', () => {
  it('asks at the second visit for what the screen asked for at the first, and hands each answer out once', async () => {
    expect(visit('/a', '/api/list')).toEqual([undefined])
    expect(send).not.toHaveBeenCalled()
    visit('/b')
    const [answer] = visit('/a', '/api/list')
    expect(await answer).toBe('/api/list #1')
    expect(ahead.take('/api/list')).toBeUndefined()
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('takes what a screen asks for today, not what it asked for some visits ago', () => {
    visit('/a', '/api/list?page=1')
    expect(visit('/a', '/api/list?page=2')).toEqual([undefined])
    visit('/a')
    expect(send.mock.calls).toEqual([['/api/list?page=1'], ['/api/list?page=2']])
  })

  it('learns what a screen asks for by itself, not what the person does on it later', () => {
    ahead.begin('/a')
    clock = 2000
    ahead.take('/api/search?q=x')
    visit('/a')
    expect(send).not.toHaveBeenCalled()
  })

  it('keeps no answer that is older than a change, or than some seconds', async () => {
    visit('/a', '/api/list')
    ahead.begin('/a')
    await ahead.changing(async () => {})
    expect(ahead.take('/api/list')).toBeUndefined()
    ahead.begin('/a')
    clock += 4000
    expect(ahead.take('/api/list')).toBeUndefined()
  })

  it('asks nothing ahead while something is being saved', async () => {
    visit('/a', '/api/list')
    await ahead.changing(async () => ahead.begin('/a'))
    expect(send).not.toHaveBeenCalled()
  })

  it('forgets with the person', () => {
    visit('/a', '/api/list')
    ahead.forget()
    visit('/a')
    expect(send).not.toHaveBeenCalled()
  })

  it('leaves a failure to whoever asks', async () => {
    visit('/a', '/api/list')
    send.mockRejectedValueOnce(new Error('away'))
    const [answer] = visit('/a', '/api/list')
    await expect(answer).rejects.toThrow('away')
  })
})
