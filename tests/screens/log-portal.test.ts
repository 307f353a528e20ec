// What the second product document asks of the operation log and the portal, read off the screens themselves.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createShippedScreens } from '../../api/server/services/screen/shipped.ts'

type Node = Record<string, any>
const screens = createShippedScreens(join(import.meta.dirname, '../../schemas'))
const routes = await screens.routes()
const schemaOf = async (id: string) => (await screens.get(id))?.schema as Node
const log = await schemaOf('log.page')
const portal = await schemaOf('portal.page')
const route = (end: string) => routes.find(one => one.path === `/company/:companyKey/app/:appUrlKey/${end}`)

describe('the operation log', () => {
  it('log.page: filters by time, operation and operator, pages of a size to choose, for those with the duty', () => {
    expect(route('admin/log')).toMatchObject({ screen: 'log.page', access: 'app.viewLog' })
    const fields = log.body.filter.body.map(({ name }: Node) => name)
    expect(fields).toEqual(['date', 'operation', 'operator'])
    expect(log.body.filter.body[0]).toMatchObject({ displayFormat: 'YYYY-MM-DD HH:mm:ss', valueFormat: 'x' })
    expect(log.body.perPageAvailable).toEqual([10, 20, 50, 100])
    expect(log.body.footerToolbar).toContain('switch-per-page')
    expect(log.body.columns.map(({ name }: Node) => name).filter(Boolean)).toEqual(['operation', 'operator', 'outcome', 'duration', 'createdAt'])
  })

  it('log.row-detail: a row opens to what was sent and answered', () => {
    const detail = log.body.columns.find(({ breakpoint }: Node) => breakpoint === '*')
    const shown = JSON.stringify(detail.body)
    for (const part of ['method', 'url', 'duration', 'status', 'statusText', 'contentType', 'context', 'payload', 'headers', 'responseHeaders', 'response'])
      expect(shown, part).toMatch(new RegExp(`\\$\\{[^}]*\\b${part}\\b`))
  })
})

describe('portalChooser: the portal', () => {
  const actions = portal.body.onEvent.fetchInited.actions as Node[]

  it('portal.page: one card for each entry that one may pass, with its kind', () => {
    expect(route('portal')).toMatchObject({ screen: 'portal.page', access: 'app.access' })
    expect(portal.title).toBe('i18n:Please choose a portal')
    expect(portal.body.api.responseData.entries).toContain('hasPermission')
    expect(portal.body.body.visibleOn).toBe('${COUNT(entries) > 1}')
    expect(portal.body.body.items.badges.map(({ text }: Node) => text)).toEqual(['i18n:PC', 'i18n:Mobile', 'i18n:Mini-program'])
  })

  it('portal.single portal.auto-enter: exactly one entry is entered at once, and going back does not end here again', () => {
    expect(actions[0]).toMatchObject({ actionType: 'link', args: { replace: true }, expression: '${COUNT(event.data.responseData.entries) == 1}' })
    expect(actions[0]?.args.link).toContain('entries[0].href')
  })

  it('portal.none: without an entry the app itself is opened', () => {
    expect(actions[1]).toMatchObject({
      actionType: 'link',
      args: { link: '/company/${companyKey}/app/${appUrlKey}', replace: true },
      expression: '${COUNT(event.data.responseData.entries) == 0}',
    })
  })
})
