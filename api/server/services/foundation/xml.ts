// XML of a stranger, event by event; bounded in depth and attributes, and without document types, so that nothing in it refers to anything.
import { SaxesParser } from 'saxes'

const DEPTH = 64
const ATTRIBUTES = 200

export interface XmlHandler {
  /** Names come without their prefix. */
  open?(name: string, attributes: Record<string, string>): void
  /** In pieces: a comment in the middle of a text ends one and begins the next. */
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Takes a document in pieces; `write` and `close` throw at the first thing that is wrong, so that nothing after it is looked at. */
export function xmlParser(handler: XmlHandler): { write(piece: string): void; close(): void } {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  let attributes = 0
  parser.on('error', error => {
    throw error
  })
  parser.on('doctype', () => {
    throw new Error('a document type')
  })
  parser.on('opentagstart', () => (attributes = 0))
  parser.on('attribute', () => {
    if (++attributes > ATTRIBUTES) throw new Error('too many attributes')
  })
  parser.on('opentag', tag => {
    if (++depth > DEPTH) throw new Error('too deep')
    // Without namespaces switched on they are texts.
    handler.open?.(local(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', tag => {
    depth--
    handler.close?.(local(tag.name))
  })
  parser.on('text', text => handler.text?.(text))
  parser.on('cdata', text => handler.text?.(text))
  return { write: piece => void parser.write(piece), close: () => void parser.close() }
}

export interface XmlElement {
  /** Without its prefix. */
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own text, around and between children. */
  text: string
}

/** The root element of a small document; throws on anything that is not well-formed. */
export function xmlTree(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  const current = () => open.at(-1) ?? top
  const parser = xmlParser({
    open(name, attributes) {
      const child: XmlElement = { name, attributes: { ...attributes }, children: [], text: '' }
      current().children.push(child)
      open.push(child)
    },
    text(piece) {
      current().text += piece
    },
    close: () => void open.pop(),
  })
  // Pages that are made from templates often begin with an empty line, which nothing but a declaration minds.
  parser.write(text.trim())
  parser.close()
  const [root] = top.children
  if (!root) throw new Error('no document')
  return root
}
