// What the third product document asks of synchronising, read off the shipped screen.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createScreens } from '../../api/server/services/screens.ts'

type Node = Record<string, any>
const screens = createScreens(join(import.meta.dirname, '../../schemas'))
const members = (await screens.get('org.members'))?.schema as Node

function nodesOf(root: unknown, found: Node[] = []): Node[] {
  if (Array.isArray(root)) root.forEach(node => nodesOf(node, found))
  else if (root && typeof root === 'object') {
    found.push(root as Node)
    Object.values(root).forEach(node => nodesOf(node, found))
  }
  return found
}
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
