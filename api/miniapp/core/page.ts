// One page as it is open: its schema, what its parts hold at the moment (rows, values, what is loading), and the picture that follows from both. Nothing is
// kept of a picture but what happens when something in it is tapped or changed; parts are known by their place. Its parts are in the folder `page`.
import { asList, isJson, type Json } from './json.ts'
import { createDrawing } from './page/draw.ts'
import { createState } from './page/state.ts'
import type { Around, Opened, Opening } from './page/types.ts'
import type { Dialog, Picture, View } from './view.ts'
export type { Answer, Host } from './page/types.ts'

export function createPage(opening: Opening) {
  const { schema } = opening
  const state = createState(opening)
  const { root, say, dialogs, on } = state
  const { act, steps, close, text, box, button, template, drawAll, drawService } = createDrawing(state)

  function drawDialog(dialog: Opened): Dialog {
    const { key, node, scope, around } = dialog
    const inside: Around = { ...around, dialog: key, form: undefined, inRow: false }
    const end = on(`${key}.close`, () => close(key))
    if (dialog.own) return { key, title: template(node.title, scope), ...dialog.own(), close: end }
    dialog.forms.clear()
    const children = drawAll(node.body, scope, `${key}.body`, inside)
    const actions = Array.isArray(node.actions)
      ? drawAll(node.actions, scope, `${key}.actions`, inside)
      : dialog.forms.size
        ? [
            button(`${key}.cancel`, say('Cancel'), () => close(key)),
            button(`${key}.confirm`, say('Confirm'), () => act({ actionType: 'confirm' }, scope, inside), { level: 'primary' }),
          ]
        : [button(`${key}.ok`, say('Close'), () => close(key))]
    return { key, title: template(node.title, scope), children, actions, close: end }
  }

  let hasBegun = false
  return {
    /** The page as it is now. */
    picture(): Picture {
      state.begin()
      if (!hasBegun) {
        hasBegun = true
        const init = isJson(schema.onEvent) && isJson(schema.onEvent.init) ? asList(schema.onEvent.init.actions) : []
        if (init.length) void steps(init, root, {})
      }
      const title = template(schema.title, root)
      const body = (scope: Json, around: Around): View[] => [
        ...text('sub', template(schema.subTitle, scope), 'muted'),
        ...box('toolbar', 'row', drawAll(schema.toolbar, scope, 'toolbar', around)),
        ...drawAll(schema.header, scope, 'header', around),
        ...drawAll(schema.body, scope, 'body', around),
      ]
      const children = schema.initApi
        ? drawService({ type: 'service', api: schema.initApi, name: schema.name, id: schema.id, body: schema.body }, root, 'page', {})
        : body(root, {})
      return { title, children, dialogs: dialogs.map(drawDialog) }
    },
    /** Something in the picture was tapped or changed. */
    fire: state.fire,
    readAgain: () => state.readAgain(),
    end: state.end,
  }
}

export type OpenPage = ReturnType<typeof createPage>
