// Escape closes what is innermost, and a dialog with typed work only after a question.
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { hide, showScreen } from '../support/show-screen.tsx'

const SCREEN = {
  type: 'page',
  body: {
    type: 'button',
    label: 'Open',
    actionType: 'dialog',
    dialog: {
      title: 'A form',
      closeOnEsc: true,
      body: {
        type: 'form',
        wrapWithPanel: false,
        body: [
          { type: 'input-text', name: 'name', label: 'Name' },
          { type: 'select', name: 'who', label: 'Who', searchable: true, options: ['Ann', 'Ben'] },
          { type: 'tree-select', name: 'where', label: 'Where', searchable: true, options: [{ label: 'North', value: 'n' }] },
        ],
      },
    },
  },
}
let ask: (text: string) => Promise<boolean>
const confirm = vi.fn<() => Promise<boolean>>()
const escape = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 })
const dialogs = () => screen.queryAllByRole('dialog').length
const choices = () => document.querySelectorAll('[role=popover]').length

beforeEach(async () => {
  await showScreen('general.forbidden', SCREEN)
  const { env } = await import('../../src/amis/env.ts')
  if (env.confirm !== confirm) ask = env.confirm as typeof ask
  env.confirm = confirm
  confirm.mockReset()
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  await screen.findByRole('dialog')
})
afterEach(() => hide())

it.each(['Select', 'TreeSelect'])('closes the choices of a %s and leaves the dialog', async kind => {
  fireEvent.click(document.querySelector(`.cxd-${kind}`) as Element)
  await waitFor(() => expect(choices()).toBe(1))
  escape()
  await waitFor(() => expect(choices()).toBe(0))
  expect(dialogs()).toBe(1)
  escape()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(confirm).not.toHaveBeenCalled()
})

it('asks before it closes a dialog in which something was typed', async () => {
  confirm.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  const field = document.querySelector('input[name=name]') as HTMLElement
  field.focus()
  fireEvent.input(field, { target: { value: 'Typed' } })
  escape()
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  expect(dialogs()).toBe(1)
  escape()
  await waitFor(() => expect(dialogs()).toBe(0))
})

it('closes a dialog whose work was saved', async () => {
  const { whileSending } = await import('../../src/live/busy.ts')
  const field = document.querySelector('input[name=name]') as HTMLElement
  field.focus()
  fireEvent.input(field, { target: { value: 'Typed' } })
  await whileSending(
    async () => true,
    wentWell => wentWell,
  )
  escape()
  await waitFor(() => expect(dialogs()).toBe(0))
  expect(confirm).not.toHaveBeenCalled()
})

it.each(['dialog', 'drawer'])('closes a %s in which something is under way, once that is done', async kind => {
  hide()
  let end = () => {}
  const answered = new Promise<void>(done => (end = done))
  const adaptor = async () => {
    await answered
    return { status: 0, msg: '', data: {} }
  }
  const body = { type: 'button', label: 'Send', actionType: 'ajax', api: { method: 'post', url: '/api/session/end', adaptor } }
  await showScreen('general.forbidden', { type: 'page', body: { type: 'button', label: 'Open', actionType: kind, [kind]: { title: kind, actions: [], body } } })
  fireEvent.click(screen.getByRole('button', { name: 'Open' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Send' }))
  await new Promise(done => setTimeout(done, 100))
  escape()
  await new Promise(done => setTimeout(done, 100))
  expect(dialogs()).toBe(1)
  end()
  await waitFor(() => expect(dialogs()).toBe(0))
})

it.each([
  ['closes a dialog that says nothing about the key', {}, 0],
  ['leaves one that is not to be closed by it', { closeOnEsc: false }, 1],
])('%s', async (_, more, left) => {
  hide()
  const opens = (kind: string) => ({ type: 'button', label: `A ${kind}`, actionType: kind, [kind]: { title: kind, body: 'text', ...more } })
  await showScreen('general.forbidden', { type: 'page', body: [opens('dialog'), opens('drawer')] })
  for (const kind of ['dialog', 'drawer']) {
    fireEvent.click(screen.getByRole('button', { name: `A ${kind}` }))
    await waitFor(() => expect(dialogs()).toBe(1))
    escape()
    if (!left) await waitFor(() => expect(dialogs()).toBe(0))
    else {
      await new Promise(done => setTimeout(done, 50))
      expect(dialogs()).toBe(left)
      hide()
      await showScreen('general.forbidden', { type: 'page', body: [opens('dialog'), opens('drawer')] })
    }
  }
})

it('says no to a question, and leaves the dialog that it stands over', async () => {
  const answer = ask('Remove Ann?')
  await screen.findByText('Remove Ann?')
  escape()
  expect(await answer).toBe(false)
  await waitFor(() => expect(dialogs()).toBe(1))
})
