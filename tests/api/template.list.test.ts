import { expect } from 'vitest'
import { scenarios } from '../support/scenarios.ts'

const titles = (reply: { data: any }) => reply.data.items.map((item: any) => item.title)

scenarios('template.list', [
  {
    name: 'the gallery, by title, with every tag',
    expect: { status: 0 },
    then: reply => {
      expect(titles(reply)).toEqual(['CRM', 'Help desk', 'Leave approval', 'Stock'])
      expect(reply.data.tags).toContain('Sales')
    },
  },
  { name: 'by words', query: { keywords: 'WAREHOUSE' }, expect: { status: 0 }, then: reply => expect(titles(reply)).toEqual(['Stock']) },
  { name: 'by tag', query: { tag: 'Approval' }, expect: { status: 0 }, then: reply => expect(titles(reply)).toEqual(['Leave approval']) },
  { name: 'by device', query: { device: 'mobile' }, expect: { status: 0 }, then: reply => expect(titles(reply)).toHaveLength(4) },
  { name: 'knows two devices', query: { device: 'watch' }, expect: { status: 422, errors: ['device'], stored: 'same' } },
])
