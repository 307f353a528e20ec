// The little XML that CAS servers answer with. No document types, no entities of its own, no processing: nothing in it refers to anything.

export interface Element {
  /** Without its prefix. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  /** Its own text, around and between children. */
  text: string
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const local = (name: string) => name.slice(name.indexOf(':') + 1)

function plain(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w+);/gi, (whole, name: string) => {
    if (name[0] !== '#') {
      const known = ENTITIES[name]
      if (known === undefined) throw new Error(`unknown entity ${whole}`)
      return known
    }
    const point = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    if (point > 0x10ffff) throw new Error(`unknown character ${whole}`)
    return String.fromCodePoint(point)
  })
}

/** The root element; throws on anything that is not well-formed. */
export function readXml(text: string): Element {
  const token = /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)|(<)/g
  const top: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [top]
  for (const [, cdata, closes, name, attributes = '', isEmpty, words, stray] of text.replace(/^\uFEFF/, '').matchAll(token)) {
    const current = open.at(-1) ?? top
    if (stray) throw new Error('not well-formed')
    if (cdata !== undefined) current.text += cdata
    else if (words !== undefined) current.text += plain(words)
    else if (name && closes) {
      if (current === top || current.name !== local(name)) throw new Error(`</${name}> closes nothing`)
      open.pop()
    } else if (name) {
      const child: Element = { name: local(name), attributes: {}, children: [], text: '' }
      for (const [, key = '', double, single] of attributes.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
        child.attributes[key] = plain(double ?? single ?? '')
      current.children.push(child)
      if (!isEmpty) open.push(child)
      if (open.length > 50) throw new Error('too deep')
    }
  }
  const [root, second] = top.children
  if (open.length !== 1 || !root || second || top.text.trim()) throw new Error('not one document')
  return root
}

export const childOf = (element: Element | undefined, name: string) => element?.children.find(child => child.name === name)
