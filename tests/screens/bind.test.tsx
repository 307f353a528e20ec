// Binding an email or phone: where the screen says what the server refused.
import { act, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { nodesOf, schemaOf, screens, type Node } from '../support/shipped.ts'
import { hide, showScreen, type ShowOptions } from '../support/show-screen.tsx'

describe('bind.bind', () => {
  afterEach(hide)

  async function sent(refusals: NonNullable<ShowOptions['refusals']>) {
    const { container } = await showScreen('bind.bind', await schemaOf('bind.bind'), { search: '?bindKey=phone', refusals })
    const type = async (name: string, value: string) =>
      act(async () => void fireEvent.change(container.querySelector(`input[name=${name}]`) as HTMLElement, { target: { value } }))
    await type('phone', '13800138001')
    await type('phone_token', '123456')
    const send = () => act(async () => void fireEvent.click(container.querySelector('button[type=submit]') as HTMLElement))
    await send()
    return { container, send, problems: () => [...container.querySelectorAll('.t-problem')].map(one => one.textContent) }
  }

  it('says a wrong code at its field, and what is about none below', async () => {
    const wrong = { status: 422, msg: 'The code is not right', errors: { phone_token: 'The code is not right' } }
    const refusals: NonNullable<ShowOptions['refusals']> = { 'bind.submit': wrong }
    const { container, send, problems } = await sent(refusals)
    const said = (text: string) => waitFor(() => expect(container.textContent?.split(text)).toHaveLength(2))
    await said('The code is not right')
    expect(problems()).toEqual([])
    refusals['bind.submit'] = { status: 403, msg: 'This account is disabled' }
    await send()
    await said('This account is disabled')
    expect(problems()).toEqual(['This account is disabled'])
    // amis takes what it said at the field back when the form is given its text: this one goes below as well.
    refusals['bind.submit'] = wrong
    await send()
    await said('The code is not right')
    expect(container.textContent).not.toContain('This account is disabled')
  })

  it('once, also where the form stands in a dialog, whose foot would say it again', async () => {
    const twice: string[] = []
    for (const id of await screens.ids()) {
      const walk = (node: Node, dialog?: Node) => {
        if (node.type === 'form' && node.api?.silent && node.onEvent?.submitFail && dialog && dialog.showErrorMsg !== false)
          twice.push(`${id}: ${dialog.title}`)
        for (const [key, value] of Object.entries(node))
          if (value && typeof value === 'object') walk(value, key === 'dialog' || key === 'drawer' ? value : dialog)
      }
      walk(await schemaOf(id))
    }
    expect(twice).toEqual([])
  })

  it('and so does every form of binding and of a new password', async () => {
    for (const screen of ['bind.bind', 'bind.bind-or-register', 'reset.page'])
      for (const { args, expression } of nodesOf(await schemaOf(screen)).filter(node => node.actionType === 'setValue'))
        if (String(args?.value?.problem).includes('error.msg')) expect(expression, screen).toBe('${!event.data.error.errors || problem}')
  })
})
