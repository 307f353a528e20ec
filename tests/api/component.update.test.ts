import { expect } from 'vitest'
import { componentIn, DEV } from '../support/components.ts'
import { scenarios } from '../support/scenarios.ts'

const there: Record<string, string> = { ...DEV, componentId: '' }
const given = async (world: Parameters<typeof componentIn>[0]) => void Object.assign(there, { componentId: (await componentIn(world)).componentId })
const body = (definition: object, more: object = {}) => ({ key: 'saved', name: 'Saved', definition, ...more })
const refused = (name: string, definition: object, errors: Record<string, string>) => ({
  name,
  as: 'ann' as const,
  params: there,
  body: body(definition),
  expect: { status: 422, code: 'component.invalid', stored: 'same' as const },
  then: (reply: { errors?: unknown }) =>
    expect(reply.errors).toEqual(Object.fromEntries(Object.entries(errors).map(([at, text]) => [`definition.${at}`, text]))),
})

scenarios('component.update', [
  {
    name: 'saves what it declares as a version; its bundle stays',
    as: 'ann',
    params: there,
    given,
    body: body({ height: 200, events: [{ key: 'done' }] }, { baseVersion: 1, note: 'Higher' }),
    expect: { status: 0, data: { key: 'saved', version: 2, definition: { height: 200, events: [{ key: 'done' }] }, bundle: { entry: 'index.html' } } },
  },
  {
    name: 'says that somebody else has saved meanwhile',
    as: 'ann',
    params: there,
    body: body({}, { baseVersion: 1 }),
    expect: { status: 409, code: 'resource.changed', stored: 'same' },
  },
  refused(
    'refuses names that are used twice',
    {
      props: [
        { key: 'a', type: 'text' },
        { key: 'a', type: 'list' },
      ],
      events: [{ key: 'b' }, { key: 'b' }],
    },
    { 'props.1.key': 'This name is used twice', 'events.1.key': 'This name is used twice' },
  ),
  refused('refuses a choice of nothing', { props: [{ key: 'a', type: 'choice' }] }, { 'props.0.options': 'Name at least one choice' }),
  refused(
    'refuses values that do not fit',
    {
      props: [
        { key: 'a', type: 'number', default: 'many' },
        { key: 'b', type: 'boolean', default: 'maybe' },
        { key: 'c', type: 'choice', options: [{ value: 'x' }], default: 'y' },
        { key: 'd', type: 'date', default: 'soon' },
        { key: 'e', type: 'list', default: '{}' },
        { key: 'f', type: 'object', default: '[]' },
      ],
    },
    Object.fromEntries([0, 1, 2, 3, 4, 5].map(at => [`props.${at}.default`, 'This is no value of this type'])),
  ),
  refused('refuses values to look at that are no object', { sample: '[1]' }, { sample: 'This is no JSON object' }),
  refused('refuses a least height above the greatest', { minHeight: 300, maxHeight: 100 }, { minHeight: 'This is more than the greatest height' }),
  { name: 'is for who works on the app', as: 'ben', params: there, body: body({}), expect: { status: 403, stored: 'same' } },
])
