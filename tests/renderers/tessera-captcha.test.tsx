import { cleanup, fireEvent, render as mount, screen } from '@testing-library/react'
import { clearStoresCache, render } from 'amis-core'
import 'amis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import '../../renderers/tessera-captcha/captcha.tsx'

const fetcher = vi.fn()
let run = 0
const field = { type: 'tessera-captcha', name: 'graphCode', label: 'Graphical code', image: '/captcha', question: 'get:/captcha/question' }
const show = (json: object = {}) =>
  mount(
    render({ type: 'page', body: { type: 'form', body: [{ ...field, ...json }] } } as never, {}, {
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

  it('asks a question in place of the picture', async () => {
    let n = 0
    fetcher.mockImplementation(() => Promise.resolve({ status: 200, headers: {}, data: { status: 0, msg: '', data: { question: `Question ${++n}?` } } }))
    show()
    await src()
    fireEvent.click(screen.getByRole('button', { name: 'I cannot read it: ask me a question' }))
    expect(await screen.findByText('Question 1?')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Answer to the question', description: 'Question 1?' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Another question' }))
    expect(await screen.findByText('Question 2?')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show the picture instead' }))
    await src()
  })

  it('says when there is no picture, and when there is no question', async () => {
    fetcher.mockImplementation(() => Promise.resolve({ status: 200, headers: {}, data: { status: 429, msg: 'Too many attempts' } }))
    show()
    fireEvent.error(await screen.findByRole('img', { name: 'Picture of letters and digits' }))
    expect(screen.getByRole('alert').textContent).toBe('The picture cannot be loaded. Try again in a moment')
    fireEvent.click(screen.getByRole('button', { name: 'I cannot read it: ask me a question' }))
    expect(await screen.findByText('Too many attempts')).toBeTruthy()
  })

  it('survives having no question', async () => {
    show({ question: undefined })
    await src()
    expect(screen.queryByRole('button', { name: /ask me/ })).toBeNull()
  })
})
