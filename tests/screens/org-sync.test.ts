// What the third product document asks of synchronising, read off the shipped screen.
import { expect, it } from 'vitest'
import { type Node, nodesOf, screens } from '../support/shipped.ts'

const members = (await screens.get('org.members'))?.schema as Node

const entry = nodesOf(members).find(node => node.label === 'i18n:Synchronise organisation') as Node
const dialog = nodesOf(entry).find(node => node.title === 'i18n:Synchronise organisation' && node.body?.type === 'form') as Node

it('org.sync-visible: only where the installation is private; the page itself is for administrators', async () => {
  expect(entry.visibleOn).toBe("${config.deployMode == 'private'}")
  expect((await screens.routes()).find(route => route.screen === 'org.members')).toMatchObject({ access: 'company.admin' })
})

it('org.sync, org.sync-platform, org.SYNC_PLATFORMS: a required radio of the three platforms, sent to org.sync-departments', () => {
  expect(dialog.body.api).toMatchObject({ method: 'post', url: '/api/company/${companyKey}/department/sync', data: { type: '${type}' } })
  const radio = nodesOf(dialog).find(node => node.name === 'type') as Node
  expect(radio).toMatchObject({ type: 'radios', required: true, validationErrors: { isRequired: 'i18n:Please choose a platform' } })
  expect(radio.options.map((option: Node) => option.value)).toEqual(['dingding', 'feishu', 'workweixin'])
})
