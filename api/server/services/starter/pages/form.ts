// Pages that add a row and change one.
import { oneOf } from './model.ts'
import { controls, initial, sent, shown } from './controls.ts'
import { card, link, placeOf, plain, rowsOf, words, type Json, type Making } from './parts.ts'

const NARROW = { maxWidth: '880px' }

function page(making: Making, title: string, form: Json, back: string): Json {
  const t = words(making.locale)
  return {
    type: 'page',
    title,
    body: {
      type: 'container',
      style: NARROW,
      body: [
        card([
          {
            type: 'form',
            mode: 'normal',
            wrapWithPanel: false,
            autoFocus: true,
            canAccessSuperData: false,
            messages: { validateFailed: '', saveSuccess: t('Saved') },
            body: [
              ...controls(making),
              {
                type: 'flex',
                justify: 'flex-end',
                style: { gap: '8px' },
                items: [...(back ? [link(t('Cancel'), back)] : []), { type: 'submit', label: t('Save'), level: 'primary' }],
              },
            ],
            ...form,
          },
        ]),
      ],
    },
  }
}

export function createPage(making: Making): Json {
  const { model, locale, places } = making
  const after = places.detail ? placeOf(places.detail, 'id') : places.list
  return page(
    making,
    words(locale)('New {name}', { name: plain(oneOf(model.name)) }),
    { data: initial(making), api: { method: 'post', url: rowsOf(model), data: sent(making) }, ...(after ? { redirect: after } : { resetAfterSubmit: true }) },
    places.list,
  )
}

export function editPage(making: Making): Json {
  const { model, locale, places } = making
  const address = `${rowsOf(model)}/\${params.rowId|url_encode}`
  const { managed } = model.definition
  const after = places.detail ? placeOf(places.detail, 'params.rowId') : places.list
  return page(
    making,
    words(locale)('Edit {name}', { name: plain(oneOf(model.name)) }),
    {
      initApi: { method: 'get', url: address, responseData: { ...shown(making), ...(managed && { version: '${row.version}' }) } },
      api: { method: 'put', url: address, data: { ...sent(making), ...(managed && { version: '${version}' }) } },
      canAccessSuperData: true,
      ...(after && { redirect: after }),
    },
    after,
  )
}
