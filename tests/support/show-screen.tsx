// A screen of the console as the shell shows it, in jsdom: real env, words and renderers; answers come from the contracts' examples.
import './boot.ts'
import { cleanup, render } from '@testing-library/react'
import { clearStoresCache } from 'amis-core'
import { findCall, readAddress } from '../../api/gate/addresses.ts'
import { contracts } from '../../api/generated/contract.ts'
import type { Call } from '../../api/contract-schema.ts'
import type { Locale } from '../../api/messages.ts'
import { loadAll } from '../../src/amis-lite.tsx'
import { env } from '../../src/amis/env.ts'
import { loadWords } from '../../src/i18n.ts'
import { locale } from '../../src/preferences.ts'
import { ScreenView } from '../../src/screen-view.tsx'
import { session } from '../../src/session.ts'

const exampleOf = (id: string) => contracts.find(call => call.id === id)?.example.data ?? {}

export interface Shown {
  container: HTMLElement
  /** Ids of the calls that the screen made, in order. */
  asked: string[]
  /** What it sent with each of them. */
  sent: { id: string; data: unknown }[]
  /** Requests that no call answers. */
  unknown: string[]
  /** What was logged as an error meanwhile. */
  errors: string[]
}
export interface ShowOptions {
  locale?: Locale
  /** Query string of the address. */
  search?: string
  /** Fragment of the address, with its #. */
  hash?: string
  /** Data that differs from the examples, by call id. */
  answers?: Record<string, Record<string, unknown>>
  /** Answers that refuse, by call id. */
  refusals?: Record<string, Record<string, unknown>>
  /** What differs of the app of the address. */
  app?: Record<string, unknown>
}

/** Waits until nothing loads and nothing moves. */
async function settle(container: HTMLElement) {
  let last = ''
  for (let still = 0, i = 0; still < 3 && i < 150; i++) {
    await new Promise(done => setTimeout(done, 30))
    const loading = container.querySelector('[data-testid=spinner], .cxd-Spinner, [aria-busy=true], [aria-label=Loading]')
    still = !loading && container.innerHTML === last ? still + 1 : 0
    last = container.innerHTML
  }
}

const EXPECTED =
  /findDOMNode is deprecated|changed size between renders|Support for defaultProps|not wrapped in act|not configured to support act|Not implemented: navigation/
let count = 0

/** Shows a screen to a platform super user who owns the organisation; call `hide` before the next one. */
export async function showScreen(id: string, schema: Record<string, unknown>, options: ShowOptions = {}): Promise<Shown> {
  const language = options.locale ?? 'en-US'
  await Promise.all([loadAll(), loadWords('shell', language), loadWords(id.split('.')[0] ?? '', language)])
  locale.set(language)
  const user = {
    id: '01890000-0000-7000-8000-0000000000aa',
    name: 'Ann',
    email: 'ann@example.test',
    avatar: '',
    isPlatformSuper: true,
    hasPassword: true,
    screens: 'change' as const,
  }
  session.set({ user, csrfToken: 'token', companies: [{ key: 'acme', name: 'Acme', role: 'owner', screens: 'change' }] })

  const asked: string[] = []
  const sent: Shown['sent'] = []
  const unknown: string[] = []
  const errors: string[] = []
  const log = console.error
  console.error = (...all: unknown[]) => {
    const text = all.map(String).join(' ')
    if (!EXPECTED.test(text)) errors.push(text.slice(0, 400))
  }
  const answer = async (api: { url: string; method?: string; data?: unknown }) => {
    const address = readAddress('api', { url: api.url, method: api.method ?? 'get' }, undefined)
    const call: Call | undefined = address && findCall(address, contracts).call
    if (!call) {
      unknown.push(`${api.method ?? 'get'} ${api.url}`)
      return { status: 404, headers: {}, data: { status: 404, msg: 'unknown' } }
    }
    asked.push(call.id)
    sent.push({ id: call.id, data: api.data })
    const refused = options.refusals?.[call.id]
    if (refused) return { status: 200, headers: {}, data: { data: {}, ...refused } }
    return { status: 200, headers: {}, data: { status: 0, msg: '', data: structuredClone(options.answers?.[call.id] ?? call.example.data ?? {}) } }
  }
  Object.assign(env, { session: `shown-${count++}`, fetcher: answer, request: answer, jumpTo: () => {}, updateLocation: () => {}, notify: () => {} })
  const { container } = render(
    <ScreenView
      screen={{ id, hash: 'x', schema }}
      params={{
        companyKey: 'acme',
        appUrlKey: 'shop-dev',
        pageId: '01890000-0000-7000-8000-000000000001',
        sourceId: '0191d5a0-0000-7000-8000-0000000000a1',
        modelId: '0191d5a0-0000-7000-8000-0000000000a2',
        templateId: '01890000-0000-7000-8000-0000000000b1',
        flowId: '0191d5a0-0000-7000-8000-0000000000f1',
        flowDataId: '0191d5a0-0000-7000-8000-0000000000f2',
        caseId: '0191d5a0-0000-7000-8000-0000000000f2',
        themeId: '0191d5a0-0000-7000-8000-0000000000f3',
        sharedThemeId: '0191d5a0-0000-7000-8000-0000000000f4',
        triggerId: '0191d5a0-0000-7000-8000-0000000000f4',
        dsKey: 'main',
        dmKey: 'order',
        screenId: 'signin.page',
        invitationToken: 'A'.repeat(43),
        doorCompany: 'acme',
        doorApp: 'shop',
      }}
      location={{ pathname: '/', search: options.search ?? '', hash: options.hash ?? '' }}
      place={{ company: { key: 'acme', name: 'Acme', role: 'owner' }, app: { ...exampleOf('app.get'), ...options.app } as never }}
    />,
  )
  await settle(container)
  console.error = log
  return { container, asked, sent, unknown, errors }
}

export function hide() {
  cleanup()
  clearStoresCache()
  // The next file of this process begins in English.
  locale.set('en-US')
}

const QUIET = new Set(['STYLE', 'SCRIPT', 'SVG', 'COLGROUP', 'CANVAS'])
const NAMED = ['type', 'name', 'placeholder', 'title', 'alt', 'href', 'aria-label', 'role', 'disabled']
const PLAIN = /^(div|span|i|p|ul|li|tbody|thead|tr|section)$/

/** What a person gets of a piece of page: elements that matter with their texts, one a line; no classes and no made-up names. */
export function outline(node: Element, depth = 0): string {
  const lines: string[] = []
  const say = (text: string) => lines.push(`${'  '.repeat(depth)}${text}`)
  for (const child of node.childNodes) {
    if (child.nodeType === 3) {
      const text = child.textContent?.replace(/\s+/g, ' ').trim()
      if (text) say(text)
      continue
    }
    if (!(child instanceof Element) || QUIET.has(child.tagName.toUpperCase())) continue
    const attributes = NAMED.flatMap(name => {
      const value = child.getAttribute(name)
      return value === null || /^(u:|downshift|rc-)/.test(value) ? [] : [value ? `${name}=${value}` : name]
    })
    const tag = child.tagName.toLowerCase()
    const plain = PLAIN.test(tag) && !attributes.length
    if (!plain) say(`<${[tag, ...attributes].join(' ')}>`)
    const inner = outline(child, plain ? depth : depth + 1)
    if (inner) lines.push(inner)
  }
  return lines.join('\n')
}
