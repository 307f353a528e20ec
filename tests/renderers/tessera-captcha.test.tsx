import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeChallenge } from '../../api/server/services/reset/challenge.ts'
import '../../renderers/tessera-captcha/captcha.tsx'
import { solve } from '../../renderers/tessera-captcha/proof.ts'

const fetcher = vi.fn()
let run = 0
const field = { type: 'tessera-captcha', name: 'graphCode', label: 'Graphical code', image: '/captcha', challenge: 'get:/captcha/challenge' }
const show = (json: object = {}, onChange?: (values: { graphCode?: string }) => void) =>
  mount(
    render({ type: 'page', body: { type: 'form', onChange, body: [{ ...field, ...json }] } } as never, {}, {
      session: `captcha-${run++}`,
      fetcher,
      theme: 'cxd',
    } as never),
  )
const src = async () => (await screen.findByRole('img', { name: 'Picture of letters and digits' })).getAttribute('src')

afterEach(() => {
  cleanup()
  clearStoresCache()
  fetcher.mockReset()
})

describe('tessera-captcha', () => {
  it('shows another picture at a press, and takes what was typed away', async () => {
    show()
    const before = await src()
    const input = screen.getByRole('textbox', { name: 'Letters and digits of the picture' }) as HTMLInputElement
    fireEvent.change(input, { target: { value: 'K7' } })
    expect(input.value).toBe('K7')
    fireEvent.click(screen.getByRole('button', { name: 'Another picture' }))
    expect(await src()).not.toBe(before)
    await vi.waitFor(() => expect(input.value).toBe(''))
  })

  it('lets the browser prove itself in place of the picture, and again when the proof counts no more', async () => {
    let asked = 0
    let answer = ''
    fetcher.mockImplementation(async () => {
      asked++
      const made = await makeChallenge()
      answer = made.answer
      return { status: 200, headers: {}, data: { status: 0, msg: '', data: { challenge: made.challenge } } }
    })
    const sent: unknown[] = []
    const onChange = (values: { graphCode?: string }) => void sent.push(values.graphCode)
    show({ solved: '${solved}' }, onChange)
    await src()
    fireEvent.click(screen.getByRole('button', { name: /I cannot read it/ }))
    await screen.findByText('Done: no code needs to be typed')
    expect(screen.queryByRole('textbox')).toBeNull()
    await vi.waitFor(() => expect(sent.at(-1)).toBe(answer))
    expect(asked).toBe(1)
    fireEvent.click(screen.getByRole('button', { name: 'Show the picture instead' }))
    await src()
  })

  it('finds the key without the cryptography of the browser as well', async () => {
    const { parameters } = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: 100, keyLength: 16, counter: 20, deriveKey })
    const key = await solve(parameters, new AbortController())
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    vi.stubGlobal('crypto', {})
    expect(await solve(parameters, new AbortController())).toBe(key)
    vi.unstubAllGlobals()
  })

  it('says when there is no picture, and when there is no challenge', async () => {
    fetcher.mockImplementation(() => Promise.resolve({ status: 200, headers: {}, data: { status: 429, msg: 'Too many attempts' } }))
    show()
    fireEvent.error(await screen.findByRole('img', { name: 'Picture of letters and digits' }))
    expect(screen.getByRole('alert').textContent).toBe('The picture cannot be loaded. Try again in a moment')
    fireEvent.click(screen.getByRole('button', { name: /I cannot read it/ }))
    expect(await screen.findByText('Too many attempts')).toBeTruthy()
  })

  it('survives having no challenge', async () => {
    show({ challenge: undefined })
    await src()
    expect(screen.queryByRole('button', { name: /I cannot read it/ })).toBeNull()
  })
})
