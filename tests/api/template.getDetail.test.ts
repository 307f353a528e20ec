// template.get-detail, template.entity-detail, template.detail
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { TEMPLATE_FOLDER } from '../../api/server/services/template/templates.ts'
import { scenarios } from '../support/scenarios.ts'

scenarios('template.getDetail', [
  {
    name: 'template.entity-detail: a visitor gets all of it, in the language of the page',
    query: { id: 'crm' },
    headers: { 'accept-language': 'zh-CN' },
    expect: {
      status: 0,
      data: {
        host: '',
        helpUrl: '/docs/packages',
        detail: { title: '客户管理', ownerName: 'Tessera', ownerLogo: '/assets/icon.svg', applyTimes: 0, supportDevices: ['pc', 'mobile'] },
      },
    },
    then: reply => {
      const { detail } = reply.data
      // template.thumb-order
      expect(detail.thumbs).toEqual([detail.cover, ...detail.previews])
      // template.tags-max
      expect(detail.tags.length).toBeLessThanOrEqual(3)
      expect(detail.aisuda_package_data_url).toBe('/template-files/crm/zh-CN/with-data.amis')
      expect(detail.aisuda_package_nodata_url).toBe('/template-files/crm/zh-CN/without-data.amis')
    },
  },
  { name: 'template.load-failed: says that there is none', query: { id: 'nothing' }, expect: { status: 404, code: 'template.unknown', stored: 'same' } },
  { name: 'wants an id', query: { id: '../x' }, expect: { status: 422, errors: ['id'], stored: 'same' } },
])

describe('the shipped templates', () => {
  it.each(['crm', 'leave', 'stock', 'helpdesk'])('%s has packages and pictures in both languages', id => {
    for (const locale of ['en-US', 'zh-CN'])
      for (const name of ['with-data.amis', 'without-data.amis', 'cover.png'])
        expect(existsSync(join(TEMPLATE_FOLDER, id, locale, name)), `${id} ${locale} ${name}`).toBe(true)
  })
})
