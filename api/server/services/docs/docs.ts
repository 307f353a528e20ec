// The product's own documentation: markdown files under docs/product, one folder a language, arranged by contents.json.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import type { Locale } from '../../../messages.ts'
import { ApiError } from '../../errors.ts'
import { projectRoot } from '../../root.ts'

/** One line of contents.json. */
interface Line {
  key: string
  children?: Line[]
}
interface Group {
  title: Record<Locale, string>
  entries: Line[]
}
interface Section {
  anchor: string
  heading: string
  text: string
  /** The text in small letters, as searches look through it. */
  lower: string
}
interface Document {
  title: string
  toc: { anchor: string; title: string; depth: 2 | 3 }[]
  html: string
  sections: Section[]
}
export type DocEntry = {
  id: string
  key: string
  title: string
  group: string
  parentPathname: string
  hasBody: boolean
  children: DocEntry[]
}

const FOLDER = join(projectRoot, 'docs/product')
const MOST_FOUND = 20
const EXCERPT = 160

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
const bare = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&(quot|amp|lt|gt);/g, (_, name: string) => ({ quot: '"', amp: '&', lt: '<', gt: '>' })[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()

/** What a heading is called in an address; Chinese stays as it is. A browser knows "title" or "forms" by themselves, hence the letter before. */
const anchorOf = (title: string) =>
  `s-${title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')}`

/** A link of the files to where the console shows what it leads to: other documents, pictures. */
function addressOf(href: string): string {
  const [, document, anchor = ''] = /^(?:\.\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (document) return `/docs/${document}${anchor}`
  const [, picture] = /^\.\.\/images\/([\w-]+\.png)$/.exec(href) ?? []
  return picture ? `/docs-images/${picture}` : href
}

function read(markdown: string): Document {
  const toc: Document['toc'] = []
  const sections: Section[] = [{ anchor: '', heading: '', text: '', lower: '' }]
  const taken = new Set<string>()
  let title = ''
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token: Tokens.Heading) {
        const inner = this.parser.parseInline(token.tokens)
        const text = bare(inner)
        if (token.depth === 1) {
          title ||= text
          return ''
        }
        let anchor = anchorOf(text)
        for (let n = 2; taken.has(anchor); n++) anchor = `${anchorOf(text)}-${n}`
        taken.add(anchor)
        if (token.depth === 2 || token.depth === 3) toc.push({ anchor, title: text, depth: token.depth })
        return `<h${token.depth} id="${escapeHtml(anchor)}">${inner}</h${token.depth}>\n`
      },
      // The files are ours, yet a document has no need of raw HTML.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      link({ href, tokens }: Tokens.Link) {
        const to = addressOf(href)
        const outside = /^https?:/.test(to) ? ' target="_blank" rel="noopener noreferrer"' : ''
        return `<a href="${escapeHtml(to)}"${outside}>${this.parser.parseInline(tokens)}</a>`
      },
      image: ({ href, text }: Tokens.Image) => `<img src="${escapeHtml(addressOf(href))}" alt="${escapeHtml(text)}" loading="lazy">`,
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`
        return `<div class="tes-docs__table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map(one => row(one, 'td')).join('')}</tbody></table></div>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  // The sections that a search looks through, cut at the headings that have an address.
  let at = 0
  for (const found of html.matchAll(/<h[23] id="([^"]*)">(.*?)<\/h[23]>/g)) {
    const last = sections.at(-1) as Section
    last.text = bare(html.slice(at, found.index))
    sections.push({ anchor: bare(found[1] ?? ''), heading: bare(found[2] ?? ''), text: '', lower: '' })
    at = found.index + found[0].length
  }
  ;(sections.at(-1) as Section).text = bare(html.slice(at))
  for (const section of sections) section.lower = section.text.toLowerCase()
  return { title, toc, html, sections }
}

/** @param folder Holds contents.json and a folder of markdown files for each language. */
export function createDocs(folder = FOLDER) {
  const kept = new Map<string, Document | null>()

  /** A document in the language, in English where it is not translated yet; null where there is none. */
  function load(locale: Locale, key: string): Document | null {
    const id = `${locale} ${key}`
    const known = kept.get(id)
    if (known !== undefined) return known
    const file = /^[\w-]+$/.test(key) ? [locale, 'en-US'].map(language => join(folder, language, `${key}.md`)).find(existsSync) : undefined
    const made = file ? read(readFileSync(file, 'utf8')) : null
    kept.set(id, made)
    return made
  }

  function groups(): Group[] {
    const file = join(folder, 'contents.json')
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Group[]) : []
  }

  function tree(locale: Locale): DocEntry[] {
    const entry = ({ key, children = [] }: Line, group: string, parentPathname: string): DocEntry => {
      const document = load(locale, key)
      return {
        id: key,
        key,
        title: document?.title || key,
        group,
        parentPathname,
        hasBody: !!document?.html.trim(),
        children: children.map(child => entry(child, group, `${parentPathname}/${key}`)),
      }
    }
    return groups().flatMap(({ title, entries }) => entries.map(line => entry(line, title[locale], '')))
  }

  const flat = (entries: DocEntry[]): DocEntry[] => entries.flatMap(one => [one, ...flat(one.children)])

  return {
    /** Entries in the order of the navigation. */
    list: tree,

    get(locale: Locale, id: string) {
      // Only what the contents name; a key is never a path.
      const entry = flat(tree(locale)).find(one => one.id === id)
      const document = entry && load(locale, entry.key)
      if (!document) throw new ApiError('docs.unknown', 'There is no document here', 404)
      return { id, title: document.title, toc: document.toc, html: document.html }
    },

    /** Sections that hold every word; those with a word in their heading or in the document's title come first. */
    search(locale: Locale, keywords: string) {
      const wanted = [...new Set(keywords.toLowerCase().split(/\s+/).filter(Boolean))]
      if (!wanted.length) return []
      const found = flat(tree(locale)).flatMap(({ key, title }) =>
        (load(locale, key)?.sections ?? []).flatMap(({ anchor, heading, text, lower }) => {
          const top = `${heading} ${anchor ? '' : title}`.toLowerCase()
          const names = `${title} ${heading}`.toLowerCase()
          if (!wanted.every(word => names.includes(word) || lower.includes(word)) || !wanted.some(word => top.includes(word) || lower.includes(word))) return []
          const weight = wanted.filter(word => top.includes(word)).length * 2 + wanted.filter(word => title.toLowerCase().includes(word)).length
          const first = Math.max(0, Math.min(...wanted.map(word => lower.indexOf(word)).filter(place => place >= 0), text.length) - 40)
          const from = first >= text.length ? 0 : first
          const excerpt = `${from ? '…' : ''}${text.slice(from, from + EXCERPT).trim()}${from + EXCERPT < text.length ? '…' : ''}`
          return [{ weight, key, title, anchor, heading, excerpt }]
        }),
      )
      return found
        .sort((a, b) => b.weight - a.weight)
        .slice(0, MOST_FOUND)
        .map(({ key, title, anchor, heading, excerpt }) => ({ key, title, anchor, heading, excerpt }))
    },
  }
}
