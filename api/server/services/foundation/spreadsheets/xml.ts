// XML of a stranger, event by event; bounded in depth and attributes, and without entities of its own.
import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import { known } from './archive.ts'
import { damaged } from './format.ts'

const DEPTH = 64
const ATTRIBUTES = 200

export interface XmlHandler {
  /** Names come without their prefix. */
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Goes through a part; stops for the reader after each piece of it. */
export async function* readXml(stream: Readable, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ position: false })
  let depth = 0
  let attributes = 0
  // Thrown out of `write`, so that nothing after it is looked at.
  parser.on('error', () => {
    throw damaged()
  })
  parser.on('doctype', () => {
    throw damaged()
  })
  parser.on('opentagstart', () => (attributes = 0))
  parser.on('attribute', () => {
    if (++attributes > ATTRIBUTES) throw damaged()
  })
  parser.on('opentag', tag => {
    if (++depth > DEPTH) throw damaged()
    // Without namespaces switched on they are texts.
    handler.open?.(local(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', tag => {
    depth--
    handler.close?.(local(tag.name))
  })
  parser.on('text', text => handler.text?.(text))
  parser.on('cdata', text => handler.text?.(text))
  try {
    for await (const piece of stream) {
      parser.write(piece as string)
      yield
    }
    parser.close()
    yield
  } catch (error) {
    throw known(error)
  } finally {
    stream.destroy()
  }
}

/** Goes through a whole part. */
export async function parseXml(stream: Readable, handler: XmlHandler) {
  for await (const _ of readXml(stream, handler));
}
