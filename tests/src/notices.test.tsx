// The question that an action of a page asks first, in the language of the console, and after a change of it.
import { act } from 'react'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import '../support/boot.ts'
import '../../src/amis-lite.tsx'
import '../../src/amis/language.ts'
import { confirm } from '../../src/amis/notices.tsx'
import { locale } from '../../src/preferences.ts'

afterEach(() => act(() => locale.set('en-US')))

const words = () => [...document.querySelectorAll('[role=dialog] .cxd-Modal-title, [role=dialog] button')].map(one => one.textContent?.trim()).filter(Boolean)
async function asked() {
  let answer: Promise<unknown> = Promise.resolve()
  await act(async () => {
    answer = confirm('Delete it?')
    await new Promise(done => setTimeout(done, 50))
  })
  const seen = words()
  await act(async () => {
    ;[...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)?.click()
    await new Promise(done => setTimeout(done, 400))
  })
  expect(await answer).toBe(true)
  return seen
}

it('asks in English and, once that was chosen, in Chinese', async () => {
  expect(await asked()).toEqual(['Please confirm', 'Cancel', 'Confirm'])
  act(() => locale.set('zh-CN'))
  expect(await asked()).toEqual(['请确认', '取消', '确认'])
})

it('has the focus on what says no, and gives it back to where it was', async () => {
  const asking = document.body.appendChild(document.createElement('button'))
  asking.focus()
  let answer: Promise<unknown> = Promise.resolve()
  await act(async () => {
    answer = confirm('Delete it?')
  })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
  await act(async () => {
    ;(document.activeElement as HTMLElement).click()
    await new Promise(done => setTimeout(done, 400))
  })
  expect(await answer).toBe(false)
  expect(document.activeElement).toBe(asking)
  asking.remove()
})
