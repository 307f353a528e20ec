// Renders JSON as a screen of the console: the real env's texts and safety, a fetcher that answers from a table.
import './boot.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import type { Screen } from '../../src/boot.ts'
import { env } from '../../src/amis/env.ts'
import { loadAll } from '../../src/amis-lite.tsx'
import { ScreenView, type Place } from '../../src/screen-view.tsx'

export interface Asked {
  method: string
  url: string
  data: unknown
}
/** Answers by `get /api/x`; an answer is the data of the envelope, or a whole envelope. */
export type Answers = Record<string, Record<string, unknown>>

interface Options {
  answers?: Answers
  params?: Record<string, string>
  search?: string
  place?: Place
  id?: string
}

let count = 0

export async function renderScreen(schema: Record<string, unknown>, { answers = {}, params = {}, search = '', place, id = 'test.screen' }: Options = {}) {
  await loadAll()
  const asked: Asked[] = []
  const moves: string[] = []
  const notices: string[] = []
  vi.spyOn(env, 'fetcher').mockImplementation((async (api: { url: string; method?: string; data?: unknown }) => {
    const method = (api.method ?? 'get').toLowerCase()
    const [path] = api.url.split('?')
    asked.push({ method, url: api.url, data: api.data })
    const found = answers[`${method} ${path}`]
    if (!found) return { status: 404, headers: {}, data: { status: 404, msg: `no answer for ${method} ${path}` } }
    return { status: 200, headers: {}, data: 'status' in found ? found : { status: 0, msg: '', data: found } }
  }) as never)
  vi.spyOn(env, 'jumpTo').mockImplementation(((to: string) => void moves.push(to)) as never)
  vi.spyOn(env, 'notify').mockImplementation(((_kind: string, message: unknown) => void notices.push(String(message))) as never)
  env.session = `test-${count++}`
  const shown: Screen = { id, hash: String(count), schema }
  const view = render(<ScreenView screen={shown} params={params} location={{ pathname: '/', search, hash: '' }} place={place} />)
  await waitFor(() => {
    if (!view.container.querySelector('.cxd-Page') || view.container.querySelector('[data-testid=spinner]')) throw new Error('the screen is still loading')
  })
  await act(async () => {})
  return { ...view, asked, moves, notices, screen }
}
