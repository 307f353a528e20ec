// A part of a page by its type.
import { valueOf } from '../formula.ts'
import { asList, get, isJson, within, type Json } from '../json.ts'
import { answerOf, mapped } from '../requests.ts'
import type { View } from '../view.ts'
import { createActions } from './actions.ts'
import { createChooser } from './chooser.ts'
import { createFields } from './field.ts'
import { createForms } from './form.ts'
import { createModel } from './model.ts'
import { createRows } from './rows.ts'
import type { State } from './state.ts'
import type { Around, Form, Service, Toggle } from './types.ts'
import { createValues } from './values.ts'
import { createViews, isField, LEVELS, MOST_EACH } from './views.ts'

export function createDrawing(state: State) {
  const { parts, say, changed, make, on, requestIn, load, known } = state
  const actions = createActions(state)
  const { act, leave } = actions
  const views = createViews(state, actions)
  const { isShown, isOff, text, box, note, wait, button, template, tapped, hasAction, flat } = views
  const draws = { draw, drawAll }
  const values = createValues(state, views, draws)
  const { drawValue } = values
  const { drawField } = createFields(state, actions, views, createChooser(state, actions, views))
  const forms = createForms(state, actions, views, draws)
  const { drawForm } = forms
  const rows = createRows(state, actions, views, draws, forms)
  const { rowsIn, drawRows, drawCard, drawCrud } = rows
  const { drawModel } = createModel(state, actions, views, draws, values, rows)

  function drawAll(nodes: unknown, scope: Json, at: string, around: Around): View[] {
    return asList(nodes).flatMap((node, index) => draw(node, scope, `${at}.${index}`, around))
  }

  function draw(node: unknown, scope: Json, at: string, around: Around): View[] {
    if (typeof node === 'string' || typeof node === 'number') return text(at, template(String(node), scope))
    if (Array.isArray(node)) return drawAll(node, scope, at, around)
    if (!isJson(node) || !isShown(node, scope)) return []
    const type = String(node.type ?? 'tpl')
    const body = () => drawAll(node.body, scope, `${at}.body`, around)
    switch (type) {
      case 'container':
      case 'wrapper':
      case 'group':
      case 'collapse-group':
        return type === 'group' && node.label
          ? [...text(`${at}.label`, template(node.label, scope), 'label'), ...body()]
          : box(at, 'stack', body(), hasAction(node) ? tapped(at, node, scope, around) : undefined)
      case 'fieldset':
      case 'fieldSet':
      case 'fieldset-title':
        return box(at, 'stack', [...text(`${at}.title`, template(node.title, scope), 'heading'), ...body()])
      case 'panel':
        return box(at, 'card', [
          ...text(`${at}.title`, template(node.title, scope), 'heading'),
          ...drawAll(node.header, scope, `${at}.header`, around),
          ...body(),
          ...drawAll(node.footer, scope, `${at}.footer`, around),
          ...box(`${at}.actions`, 'row', drawAll(node.actions, scope, `${at}.actions`, around)),
        ])
      case 'collapse':
        return drawCollapse(node, scope, at, around)
      case 'flex':
        return box(at, node.direction === 'column' ? 'stack' : 'row', drawAll(node.items, scope, `${at}.items`, around))
      case 'grid':
      case 'hbox':
        return box(
          at,
          'grid',
          asList(node.columns).flatMap((column, index) =>
            isJson(column) ? box(`${at}.${index}`, 'stack', drawAll(column.body, scope, `${at}.columns.${index}.body`, around)) : [],
          ),
        )
      case 'grid-2d':
        return box(at, 'stack', drawAll(node.grids, scope, `${at}.grids`, around))
      case 'tabs':
        return drawTabs(node, scope, at, around)
      case 'each': {
        const items = asList(get(scope, String(node.name ?? '')) ?? valueOf(node.source, scope)).slice(0, MOST_EACH)
        const drawn = items.flatMap((item, index) =>
          drawAll(node.items, within(scope, isJson(item) ? { ...item, item, index } : { item, index }), `${at}.${index}`, around),
        )
        return drawn.length ? box(at, 'stack', drawn) : text(at, template(node.placeholder, scope), 'muted')
      }
      case 'service':
        return drawService(node, scope, at, around)
      case 'property':
        return box(at, 'card', [
          ...text(`${at}.title`, template(node.title, scope), 'heading'),
          ...asList(node.items).flatMap((item, index): View[] =>
            isJson(item) && isShown(item, scope)
              ? [
                  {
                    kind: 'pair',
                    key: `${at}.${index}`,
                    label: template(item.label, scope),
                    children: draw(item.content, scope, `${at}.items.${index}.content`, around),
                  },
                ]
              : [],
          ),
        ])
      case 'divider':
        return [{ kind: 'rule', key: at }]
      case 'spinner':
        return [wait(at)]
      case 'alert':
        return note(at, [template(node.title, scope), flat(body())].filter(Boolean).join('\n'), LEVELS[String(node.level ?? 'info')] ?? 'info')
      case 'button':
      case 'action':
      case 'submit':
      case 'reset':
        return drawButton(node, scope, at, around)
      case 'button-toolbar':
      case 'button-group':
      case 'operation':
        return box(at, 'row', drawAll(node.buttons, scope, `${at}.buttons`, around))
      case 'dropdown-button': {
        const open = make<Toggle>(at, () => ({ kind: 'toggle', value: 0 }))
        const label = button(`${at}.open`, `${template(node.label, scope)} ${open.value ? '▴' : '▾'}`, () => ((open.value = open.value ? 0 : 1), changed()), {
          small: !!around.inRow,
        })
        return box(at, 'row', [label, ...(open.value ? drawAll(node.buttons, scope, `${at}.buttons`, around) : [])])
      }
      case 'nav':
        return box(
          at,
          'card',
          asList(node.links).flatMap((link, index) =>
            isJson(link) && isShown(link, scope)
              ? text(
                  `${at}.${index}`,
                  template(link.label, scope),
                  'text',
                  on(`${at}.${index}`, () => leave(link.to ?? link.link, scope)),
                )
              : [],
          ),
        )
      case 'list':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'cards':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'card':
        return drawCard(node, scope, at, around)
      case 'table':
        return drawRows(node, rowsIn(node, scope), scope, at, around)
      case 'crud':
        return drawCrud(node, scope, at, around)
      case 'tessera-data-table':
        return drawModel(node, scope, at, around)
      case 'form':
        return drawForm(node, scope, at, around)
      default:
        return around.form && isField(type) ? drawField(node, scope, at, around) : drawValue(node, type, scope, at, around)
    }
  }

  function drawButton(node: Json, scope: Json, at: string, around: Around): View[] {
    const label = template(node.label ?? node.tooltip ?? node.title, scope) || (node.type === 'submit' ? say('Submit') : '…')
    const form = around.form ? (parts.get(around.form) as Form | undefined) : undefined
    const isSubmit = node.type === 'submit' || node.actionType === 'submit' || node.actionType === 'confirm'
    const danger = /text-danger/.test(String(node.className ?? ''))
    const level = danger ? 'danger' : (LEVELS[String(node.level ?? '')] ?? (node.primary || node.type === 'submit' ? 'primary' : 'default'))
    return [
      button(at, label, () => act(node, scope, around), {
        level,
        disabled: isOff(node, scope),
        busy: isSubmit && !!form?.busy,
        small: !!around.inRow || node.size === 'sm' || node.size === 'xs',
      }),
    ]
  }

  function drawCollapse(node: Json, scope: Json, at: string, around: Around): View[] {
    const open = make<Toggle>(at, () => ({ kind: 'toggle', value: node.collapsed === true ? 0 : 1 }))
    const title =
      typeof node.header === 'string' ? template(node.header, scope) : template(node.title, scope) || flat(drawAll(node.header, scope, `${at}.header`, around))
    const tap = on(`${at}.open`, () => ((open.value = open.value ? 0 : 1), changed()))
    return box(at, 'card', [
      ...text(`${at}.title`, `${open.value ? '▾' : '▸'} ${title}`, 'strong', tap),
      ...(open.value ? drawAll(node.body, scope, `${at}.body`, around) : []),
    ])
  }

  function drawTabs(node: Json, scope: Json, at: string, around: Around): View[] {
    const tabs = asList(node.tabs)
      .filter(isJson)
      .filter(tab => isShown(tab, scope))
    const open = make<Toggle>(at, () => ({ kind: 'toggle', value: Math.max(0, Number(node.activeKey ?? node.defaultKey) || 0) }))
    const now = Math.min(open.value, tabs.length - 1)
    const tab = tabs[now]
    return [
      ...box(
        `${at}.bar`,
        'row',
        tabs.map((one, index) =>
          button(`${at}.tab${index}`, template(one.title, scope), () => ((open.value = index), changed()), {
            level: index === now ? 'primary' : 'default',
            small: true,
          }),
        ),
      ),
      ...(tab ? drawAll(tab.body ?? tab.tab, scope, `${at}.tabs.${now}.body`, around) : []),
    ]
  }

  function drawService(node: Json, scope: Json, at: string, around: Around): View[] {
    known(node, at)
    const own = within(scope, isJson(node.data) ? (mapped(node.data, scope) as Json) : {})
    const part = make<Service>(at, () => ({ kind: 'service', asked: '', busy: false, error: '', data: undefined }))
    if (node.api && node.initFetch !== false)
      load(part, requestIn(node.api, own), answer => {
        if (answer.status === 0) part.data = answerOf(node.api, answer.data, own)
      })
    if (part.error) return [...note(`${at}.error`, part.error), button(`${at}.again`, say('Try again'), () => ((part.asked = ''), changed()), { small: true })]
    if (node.api && !part.data && part.busy) return [wait(`${at}.wait`)]
    return drawAll(node.body, within(own, part.data), `${at}.body`, { ...around, reads: at })
  }

  return { ...actions, ...views, drawAll, drawService }
}
