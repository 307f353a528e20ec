// The JS SDK: <tessera-page> shows a page of an app in a page of another site. One file that needs nothing else, and runs where the site's policy allows no
// inline script and no inline style.
import type { FromFrame, ToFrame } from '../embed/protocol.ts'

type Token = string | (() => string | Promise<string>)
interface Options {
  app: string
  page?: string
  token?: Token
  tokenUrl?: string
  history?: 'hash' | 'browser' | 'off'
  base?: string
  height?: string
  theme?: 'light' | 'dark' | 'system'
  lang?: string
}
interface Started {
  frame: string
  mayFrame: boolean
  historyMode: 'hash' | 'browser'
  pages: { name: string; path: string }[]
  ticket: string
}

const server = new URL((document.currentScript as HTMLScriptElement | null)?.src || location.href, location.href).origin
/** As long as a page may take on a slow line. */
const LOAD_MS = 30_000
/** Signing in anew this often means that the token is refused each time. */
const MOST_SIGN_INS = 3
const DEFAULT_HEIGHT = '600px'

const ZH: Record<string, string> = {
  'Loading…': '加载中…',
  'This page cannot be shown.': '无法显示该页面。',
  '{server} cannot be asked from this page. Either {origin} is not listed among the sites that may call the app (CORS), or the policy of this page does not allow connect-src {server}.':
    '此页面无法访问 {server}。可能是 {origin} 不在允许调用该应用的站点列表（CORS）中，或此页面的策略未允许 connect-src {server}。',
  '{origin} is not listed among the sites that may show pages of the app (CSP).': '{origin} 不在允许显示该应用页面的站点列表（CSP）中。',
  'The page did not load. The policy of this page has to allow frame-src {server}.': '页面未能加载。此页面的策略需要允许 frame-src {server}。',
  'The address {address} for sign-in tokens answered {status}.': '登录令牌地址 {address} 返回 {status}。',
  'The app attribute names the app, such as acme/shop.': 'app 属性需指定应用，例如 acme/shop。',
}

class TesseraPage extends HTMLElement {
  static observedAttributes = ['page']
  /** A sign-in token, or what makes one. */
  token: Token | undefined
  #frame: HTMLIFrameElement | undefined
  #note: HTMLElement | undefined
  #path = ''
  #mode: 'hash' | 'browser' | 'off' = 'off'
  #base = ''
  #ticket = ''
  #signIns: number[] = []
  #isThere = false
  #timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    // By the object model: a policy that forbids inline styles does not forbid these.
    if (!this.style.display) this.style.display = 'block'
    this.#note = document.createElement('p')
    this.#note.style.cssText = 'margin:0;padding:16px;font:14px/1.5 system-ui,sans-serif;color:inherit'
    this.#tell('Loading…')
    shadow.replaceChildren(this.#note)
    window.addEventListener('message', this.#hear)
    window.addEventListener('popstate', this.#moved)
    window.addEventListener('hashchange', this.#moved)
    document.addEventListener('securitypolicyviolation', this.#blocked)
    // What a script sets on the element in the same breath counts.
    queueMicrotask(() => this.#start().catch((error: Error) => this.#fail(error.message)))
  }

  disconnectedCallback() {
    window.removeEventListener('message', this.#hear)
    window.removeEventListener('popstate', this.#moved)
    window.removeEventListener('hashchange', this.#moved)
    document.removeEventListener('securitypolicyviolation', this.#blocked)
    clearTimeout(this.#timer)
    this.#frame?.remove()
    this.#frame = undefined
    this.#isThere = false
  }

  attributeChangedCallback(_name: string, before: string | null, now: string | null) {
    if (this.#isThere && now && before !== now) this.go(now)
  }

  /** Shows another page of the app. */
  go(path: string) {
    this.#path = path
    this.#keep(path, false)
    this.#say({ tessera: 'embed', kind: 'go', path })
  }

  get #language() {
    return (this.getAttribute('lang') || document.documentElement.lang || navigator.language).toLowerCase().startsWith('zh') ? 'zh-CN' : 'en-US'
  }
  #word(english: string, values: Record<string, string> = {}) {
    const text = (this.#language === 'zh-CN' && ZH[english]) || english
    return text.replace(/\{(\w+)\}/g, (_whole, name: string) => ({ server, origin: location.origin, ...values })[name] ?? '')
  }
  #tell(english: string, values?: Record<string, string>) {
    if (this.#note) this.#note.textContent = this.#word(english, values)
  }
  #fail(message: string) {
    clearTimeout(this.#timer)
    if (!this.#note) return
    this.#note.setAttribute('role', 'alert')
    this.#note.textContent = `${this.#word('This page cannot be shown.')} ${message}`
    this.#note.hidden = false
    this.#frame?.remove()
    this.#frame = undefined
    this.dispatchEvent(new CustomEvent('tessera-error', { bubbles: true, composed: true, detail: { message } }))
  }

  async #tokenNow(): Promise<string> {
    if (this.token !== undefined) return typeof this.token === 'function' ? await this.token() : this.token
    const address = this.getAttribute('token-url')
    if (!address) return ''
    const answer = await fetch(address, { method: 'POST', credentials: 'same-origin', headers: { accept: 'application/json, text/plain' } })
    if (!answer.ok) throw new Error(this.#word('The address {address} for sign-in tokens answered {status}.', { address, status: String(answer.status) }))
    const text = (await answer.text()).trim()
    // Nothing is nobody: a visitor whom the site does not know.
    if (!text.startsWith('{')) return text
    return String((JSON.parse(text) as { token?: string }).token ?? '')
  }

  async #ask(): Promise<Started> {
    const app = this.getAttribute('app') ?? ''
    if (!/^[\w-]+\/[\w-]+$/.test(app)) throw new Error(this.#word('The app attribute names the app, such as acme/shop.'))
    const token = await this.#tokenNow()
    const asked = fetch(`${server}/api/embed/${app}/start`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json', 'accept-language': this.#language },
      body: JSON.stringify(token ? { token } : {}),
    })
    const answer = await asked.catch(() => {
      throw new Error(
        this.#word(
          '{server} cannot be asked from this page. Either {origin} is not listed among the sites that may call the app (CORS), or the policy of this page does not allow connect-src {server}.',
        ),
      )
    })
    const { status, msg, data } = (await answer.json()) as { status: number; msg: string; data: Started }
    if (status !== 0) throw new Error(msg)
    return data
  }

  async #start() {
    const started = await this.#ask()
    if (!this.isConnected || this.#frame) return
    if (!started.mayFrame) throw new Error(this.#word('{origin} is not listed among the sites that may show pages of the app (CSP).'))
    const wanted = this.getAttribute('history')
    this.#mode = wanted === 'hash' || wanted === 'browser' || wanted === 'off' ? wanted : started.historyMode
    this.#base = (this.getAttribute('base') ?? (this.#mode === 'browser' ? location.pathname : '')).replace(/\/+$/, '')
    this.#path = this.#inAddress() || this.getAttribute('page') || started.pages.find(({ path }) => !path.includes('/:'))?.path || '/'
    this.#ticket = started.ticket

    const frame = document.createElement('iframe')
    const height = this.getAttribute('height') ?? DEFAULT_HEIGHT
    frame.style.cssText = 'display:block;width:100%;border:0;color-scheme:normal'
    frame.style.height = height === 'auto' ? '240px' : height
    frame.title = started.pages.find(({ path }) => path === this.#path)?.name ?? ''
    frame.allow = 'clipboard-write; fullscreen'
    const query = new URLSearchParams({ theme: this.getAttribute('theme') ?? 'light', lang: this.#language })
    frame.src = `${server}${started.frame}?${query}`
    this.#frame = frame
    this.shadowRoot?.append(frame)
    if (this.#note) this.#note.hidden = true
    this.#timer = setTimeout(() => this.#fail(this.#word('The page did not load. The policy of this page has to allow frame-src {server}.')), LOAD_MS)
  }

  #say(message: ToFrame) {
    this.#frame?.contentWindow?.postMessage(message, server)
  }

  #hear = ({ source, origin, data }: MessageEvent<FromFrame>) => {
    if (!this.#frame || source !== this.#frame.contentWindow || origin !== server || data?.tessera !== 'embed') return
    switch (data.kind) {
      case 'waiting':
        this.#say({ tessera: 'embed', kind: 'open', path: this.#path, ticket: this.#ticket })
        // It is good once.
        this.#ticket = ''
        return
      case 'drawn':
        clearTimeout(this.#timer)
        this.#isThere = true
        if (data.title) this.#frame.title = data.title
        return
      case 'at':
        this.#path = data.path
        this.#keep(data.path, data.replace)
        this.dispatchEvent(new CustomEvent('tessera-navigate', { bubbles: true, composed: true, detail: { path: data.path } }))
        return
      case 'height':
        if (this.getAttribute('height') === 'auto') this.#frame.style.height = `${Math.max(120, Math.ceil(data.height))}px`
        return
      case 'signedOut':
        void this.#signInAgain()
    }
  }

  async #signInAgain() {
    const now = Date.now()
    this.#signIns = [...this.#signIns.filter(at => now - at < 60_000), now]
    try {
      const ticket = this.#signIns.length > MOST_SIGN_INS ? '' : (await this.#ask()).ticket
      if (ticket) return this.#say({ tessera: 'embed', kind: 'ticket', ticket })
    } catch (error) {
      console.error(error)
    }
    this.#say({ tessera: 'embed', kind: 'stay' })
    this.dispatchEvent(new CustomEvent('tessera-signed-out', { bubbles: true, composed: true }))
  }

  /** The path of the app in the address of the page around; empty where it names none. */
  #inAddress(): string {
    if (this.#mode === 'hash') return location.hash.startsWith('#/') ? location.hash.slice(1) : ''
    if (this.#mode !== 'browser') return ''
    const path = location.pathname
    return path.startsWith(`${this.#base}/`) && path.length > this.#base.length + 1 ? path.slice(this.#base.length) + location.search : ''
  }
  #keep(path: string, replace: boolean) {
    if (this.#mode === 'off' || path === this.#inAddress()) return
    const address = this.#mode === 'hash' ? `#${path}` : this.#base + path
    history[replace ? 'replaceState' : 'pushState'](history.state, '', address)
  }
  /** Back, forward, and an address that somebody wrote. */
  #moved = () => {
    if (!this.#isThere || this.#mode === 'off') return
    const path = this.#inAddress() || this.getAttribute('page') || ''
    if (!path || path === this.#path) return
    this.#path = path
    this.#say({ tessera: 'embed', kind: 'go', path })
  }
  #blocked = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (/^(frame|child|default)-src$/.test(effectiveDirective) && this.#frame && !this.#isThere && blockedURI.startsWith(server))
      this.#fail(this.#word('The page did not load. The policy of this page has to allow frame-src {server}.'))
  }
}

const ATTRIBUTES = {
  app: 'app',
  page: 'page',
  tokenUrl: 'token-url',
  history: 'history',
  base: 'base',
  height: 'height',
  theme: 'theme',
  lang: 'lang',
} as const

/** The same by script: puts a page into an element of the site. */
function mount(target: string | Element, options: Options): HTMLElement {
  const place = typeof target === 'string' ? document.querySelector(target) : target
  if (!place) throw new Error(`There is no ${String(target)} on this page`)
  const element = document.createElement('tessera-page') as TesseraPage
  for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
    const value = options[name as keyof typeof ATTRIBUTES]
    if (value !== undefined) element.setAttribute(attribute, value)
  }
  element.token = options.token
  place.append(element)
  return element
}

// A page that has the script twice has one SDK.
if (!customElements.get('tessera-page')) {
  customElements.define('tessera-page', TesseraPage)
  Object.assign(window, { Tessera: { mount } })
}
