// A model with rows, made by calls, for journeys that look at data and not at how models are designed.
import type { BrowserContext } from '@playwright/test'
import type { JourneyServer } from './harness.ts'

export async function modelOf(
  context: BrowserContext,
  server: JourneyServer,
  company: string,
  key: string,
  name: string,
  fields: Record<string, unknown>[],
  appKey = 'order_desk',
) {
  const app = `/company/${company}/app/${appKey}-dev`
  const session = await (await context.request.get(`${server.url}/api/session`)).json()
  const send = async (path: string, data: object) => {
    const reply = await (await context.request.post(`${server.url}${path}`, { data, headers: { 'x-csrf-token': session.data.csrfToken } })).json()
    if (reply.status) throw new Error(`${path}: ${JSON.stringify(reply)}`)
    return reply.data
  }
  const sources = await (await context.request.get(`${server.url}/api${app}/source`)).json()
  const sourceId: string = sources.data.options[0].id
  const { id } = await send(`/api${app}/source/${sourceId}/model`, { key, name })
  const ids: Record<string, string> = {}
  for (const field of fields) ids[String(field.key)] = (await send(`/api${app}/model/${id}/field`, field)).id
  const apply = async () => {
    const { hash } = await send(`/api${app}/source/${sourceId}/plan`, {})
    await send(`/api${app}/source/${sourceId}/apply`, { hash })
  }
  await apply()
  const rows = `/api/resource/${company}/${appKey}-dev/source/main/model/${key}`
  return {
    id: id as string,
    /** Ids of its fields by key. */
    fields: ids,
    /** Of its screen in data management. */
    address: `${server.url}${app}/admin/data/${sourceId}/${id}`,
    /** Gives it more fields, such as those that lead to models made later. */
    async extend(more: Record<string, unknown>[]) {
      for (const field of more) ids[String(field.key)] = (await send(`/api${app}/model/${id}/field`, field)).id
      await apply()
    },
    /** Adds a row; answers its id. */
    add: async (row: object): Promise<string> => (await send(rows, row)).id,
    send,
  }
}
