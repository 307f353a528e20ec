// Components of the shop for tests, and bundles for them: also such as nobody should let in.
import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { DEV } from './models.ts'
import type { World } from './world.ts'

export { DEV }

/** A zip of these files. */
export async function zipped(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

export const DECLARED = {
  icon: 'star',
  props: [
    { key: 'value', label: 'Stars', type: 'number', default: 3 },
    { key: 'size', label: 'Size', type: 'choice', options: [{ value: 'small', label: 'Small' }] },
  ],
  events: [{ key: 'rated', label: 'Rated', data: ['value'] }],
  sample: { value: 4 },
}
/** Stars to press. */
export const STARS = {
  'component.json': JSON.stringify(DECLARED),
  'index.html':
    '<!doctype html><html><head><link rel="stylesheet" href="look.css"></head><body><div id="root"></div><script type="module" src="stars.js"></script></body></html>',
  'look.css': 'button{font:inherit}',
  'stars.js': `const root = document.getElementById('root')
    tessera.onProps(({ value }) => {
      root.replaceChildren(...[1, 2, 3, 4, 5].map(at => {
        const button = document.createElement('button')
        button.textContent = at <= value ? '★' : '☆'
        button.setAttribute('aria-label', String(at))
        button.onclick = () => tessera.emit('rated', { value: at })
        return button
      }))
    })`,
}

export const fileOf = (content: string | Buffer, name = 'bundle.zip') => [{ field: 'file', name, content }]

let made = 0
/** A new component; answers where it is. */
export async function componentIn(world: World, files: Record<string, string> = STARS, body: Record<string, unknown> = {}) {
  const key = `component${++made}`
  const reply = await world.call('component.create', { as: 'ann', params: DEV, body: { key, name: key, ...body }, files: fileOf(await zipped(files)) })
  if (reply.status !== 0) throw new Error(`${reply.status} ${reply.msg} ${JSON.stringify(reply.errors)}`)
  return { ...DEV, componentId: reply.data.id as string, componentKey: reply.data.key as string, frame: reply.data.frame as string }
}
