// A part that shows rows, in a page of its own, as amis mounts it; the test answers what it asks.
import { render as mount } from '@testing-library/react'
import { render } from 'amis-core'

export interface Sent {
  method: string
  url: string
  data: any
}
let count = 0

/** `env` differs from what every page has: how it notifies, leads on and answers. */
export const showRows = (page: object, { answer, ...env }: { answer(sent: Sent): object; [name: string]: unknown }) =>
  mount(
    render({ type: 'page', ...page } as never, {}, {
      session: `rows-${count++}`,
      theme: 'cxd',
      locale: 'en-US',
      fetcher: async ({ method, url, data }: Sent) => ({ status: 200, headers: {}, data: answer({ method, url, data }) }),
      ...env,
    } as never),
  )
