// The app as it runs in a mini-program: who is signed in, what the server answers, and the screen at each address. What a screen shows is data (view.ts);
// the shells draw it and say what was tapped.
import { connectFormula, type Formula } from './formula.ts'
import { isJson, type Json } from './json.ts'
import { createPage, type Answer, type OpenPage } from './page.ts'
import { reasonsOf } from './subset.ts'
import type { Choice, Picture, View } from './view.ts'
import { sayIn } from './words.ts'
import type { Request } from './requests.ts'

export interface Config {
  /** `https://tessera.example.com`, without a slash at the end. */
  server: string
  company: string
  /** Key of the app, with its environment: `shop`, `shop-dev`. */
  app: string
  name: string
  /** Pages of the app and where each is in the project. */
  pages: readonly { path: string; name: string; route: string }[]
  /** Page that the program opens with; its list of pages where it is empty. */
  home: string
  /** Pictures that are in the project, by their address on the server. */
  pictures?: Readonly<Record<string, string>>
}
/** What the shells hand in of their platform. */
export interface Platform {
  locale: string
  zone?: string
  fetch(request: { method: string; url: string; headers: Record<string, string>; body?: string }): Promise<{ status: number; body: unknown }>
  /** Fetches a file; answers an address that a picture can show. */
  download(url: string, headers: Record<string, string>): Promise<string>
  read(name: string): string
  write(name: string, value: string): void
  toast(text: string, level: 'success' | 'error' | 'info'): void
  confirm(text: string, yes: string, no: string): Promise<boolean>
  /** A page of the project, and the path in the app that it shows. */
  go(route: string, path: string): void
  /** An address elsewhere. */
  openWeb(url: string): void
  back(): void
  copy(text: string): void
}
export interface Screen extends Picture {
  /** Shown as a web page at this address, since the page has parts that are not drawn here. */
  web: string
}

const TOKEN = 'tessera-session'
const NO_FIELD = { choices: [] as Choice[], placeholder: '', help: '', error: '', required: false, disabled: false }

/** Values of a pattern such as `/orders/:id` in a path; undefined where it does not fit. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const one = given[at] as string
    if (part.startsWith(':')) values[part.slice(1)] = decodeURIComponent(one)
    else if (part !== one) return undefined
  }
  return values
}

const queryOf = (text: string) =>
  Object.fromEntries(
    text
      .split('&')
      .filter(Boolean)
      .map(pair => {
        const [name = '', value = ''] = pair.split('=')
        return [decodeURIComponent(name), decodeURIComponent(value.replace(/\+/g, ' '))]
      }),
  )

export function createClient(config: Config, platform: Platform, formula: Formula) {
  connectFormula(formula)
  const say = sayIn(platform.locale)
  const [company, app] = [encodeURIComponent(config.company), encodeURIComponent(config.app)]
  const dataApi = `/api/resource/${company}/${app}/source`
  const ofApp = `/api/company/${company}/app/${app}`
  /** What pages may call: rows, queries and APIs of their app, and what the running app tells. The session opens nothing else either. */
  const allowed = [`/api/resource/${company}/${app}/`, `${ofApp}/runtime/`]
  let token = platform.read(TOKEN)
  let site: Promise<Json | Answer> | undefined
  const pictures = new Map<string, string>()

  const headers = () => ({ 'accept-language': platform.locale, ...(token && { authorization: `Bearer ${token}` }) })

  async function send({ method, url, body }: Request): Promise<Answer> {
    try {
      const isSent = body !== undefined && method !== 'GET' && method !== 'DELETE'
      const answer = await platform.fetch({
        method,
        url: config.server + url,
        headers: { ...headers(), ...(isSent && { 'content-type': 'application/json' }) },
        ...(isSent && { body: JSON.stringify(body) }),
      })
      const envelope = typeof answer.body === 'string' ? (JSON.parse(answer.body) as unknown) : answer.body
      if (!isJson(envelope) || typeof envelope.status !== 'number') throw new Error('no answer of the server')
      if (envelope.status === 401 && token) forget()
      return {
        status: envelope.status,
        msg: String(envelope.msg ?? ''),
        data: envelope.data,
        ...(isJson(envelope.errors) && { errors: envelope.errors as Record<string, string> }),
      }
    } catch {
      return { status: 503, msg: say('The server cannot be reached. Check the connection and try again'), data: {} }
    }
  }
  const fromPage = (request: Request): Promise<Answer> => {
    const isOwn = allowed.some(at => request.url.startsWith(at)) && !/\.\.|%2e|\\/i.test(request.url.split('?')[0] as string)
    return isOwn ? send(request) : Promise.resolve({ status: 403, msg: say('An app cannot call this address'), data: {} })
  }
  function forget() {
    token = ''
    site = undefined
    platform.write(TOKEN, '')
  }
  const siteNow = () =>
    (site ??= send({ method: 'GET', url: `${ofApp}/runtime/site` }).then(answer => {
      if (answer.status === 0 && isJson(answer.data)) return answer.data
      site = undefined
      return answer
    }))

  async function signIn(username: string, password: string): Promise<Answer> {
    const answer = await send({ method: 'POST', url: `/api/embed/${company}/${app}/signIn`, body: { username, password } })
    if (answer.status === 0 && isJson(answer.data)) {
      token = String(answer.data.session)
      site = undefined
      platform.write(TOKEN, token)
    }
    return answer
  }

  /** Opens a page of the app, or an address elsewhere. */
  function open(target: string) {
    const own = `/company/${config.company}/app/${config.app}`
    const inApp = target.startsWith(`${own}/`) ? target.slice(own.length) : target
    if (!inApp.startsWith('/') || inApp.startsWith('//')) return platform.openWeb(/^https?:/i.test(inApp) ? inApp : '')
    const path = inApp.split(/[?#]/)[0] as string
    const page = config.pages.find(one => matchPath(one.path, path))
    if (page) return platform.go(page.route, inApp)
    return platform.openWeb(`${config.server}${own}${inApp}`)
  }

  /** A screen of the program: the page at a path of the app, or its list of pages where the path is empty. */
  function createScreen(address: string, changed: (screen: Screen) => void) {
    const [path = '', query = ''] = address.split('#')[0]?.split('?') ?? []
    let page: OpenPage | undefined
    let state: { kind: 'loading' | 'pages' | 'page' | 'web' | 'signIn' | 'failed'; text: string } = { kind: 'loading', text: '' }
    let known: Json = {}
    let given = { username: '', password: '', busy: false }
    let isOver = false
    let isDue = false

    /** One picture for all that changes at once. */
    function tell() {
      if (isDue || isOver) return
      isDue = true
      void Promise.resolve().then(() => {
        isDue = false
        if (!isOver) changed(draw())
      })
    }
    function picture(url: string): string | undefined {
      if (/^(https?:|data:)/.test(url)) return url
      const own = config.pictures?.[url]
      if (own) return own
      const key = config.server + url
      if (!pictures.has(key)) {
        pictures.set(key, '')
        void platform.download(key, headers()).then(
          local => {
            pictures.set(key, local)
            tell()
          },
          () => {},
        )
      }
      return pictures.get(key) || undefined
    }

    async function load() {
      state = { kind: 'loading', text: '' }
      tell()
      const found = await siteNow()
      if ('status' in found && typeof found.status === 'number') return fail(found as unknown as Answer)
      known = found as Json
      if (!path) {
        state = { kind: 'pages', text: '' }
        return tell()
      }
      const answer = await send({ method: 'GET', url: `${ofApp}/runtime/page/${path.replace(/^\//, '')}` })
      if (answer.status !== 0 || !isJson(answer.data)) return fail(answer)
      const { schema, variables, params, perms } = answer.data
      // What was designed since may have parts that are not drawn here.
      if (!isJson(schema) || reasonsOf(schema).length) {
        state = { kind: 'web', text: '' }
        return tell()
      }
      const own = isJson(params) ? params : {}
      page?.end()
      page = createPage({
        schema,
        context: {
          ...(isJson(variables) ? variables : {}),
          ...(isJson(known.variables) ? known.variables : {}),
          dataApi,
          perms,
          locale: platform.locale,
          params: own,
          query: queryOf(query),
          ...queryOf(query),
          ...own,
        },
        dataApi,
        zone: platform.zone,
        say,
        host: {
          send: async request => {
            const got = await fromPage(request)
            if (got.status === 401) fail(got)
            return got
          },
          toast: platform.toast,
          confirm: text => platform.confirm(text, say('Confirm'), say('Cancel')),
          open,
          back: platform.back,
          copy: platform.copy,
          picture,
          changed: tell,
        },
      })
      state = { kind: 'page', text: '' }
      tell()
    }
    function fail(answer: Answer) {
      state = answer.status === 401 ? { kind: 'signIn', text: '' } : { kind: 'failed', text: answer.msg }
      tell()
    }
    async function enter() {
      if (given.busy) return
      if (!given.username.trim() || !given.password) state = { kind: 'signIn', text: say('Please enter your username and password') }
      else {
        given.busy = true
        tell()
        const answer = await signIn(given.username.trim(), given.password)
        given = { username: given.username, password: '', busy: false }
        if (answer.status === 0) return load()
        state = { kind: 'signIn', text: Object.values(answer.errors ?? {})[0] ?? answer.msg }
      }
      tell()
    }

    const field = (key: 'username' | 'password', label: string): View => ({
      ...NO_FIELD,
      kind: 'field',
      key,
      control: key === 'password' ? 'password' : 'text',
      label,
      value: given[key],
      required: true,
      change: key,
    })
    const button = (key: string, label: string, isFirst = false): View => ({
      kind: 'button',
      key,
      label,
      level: isFirst ? 'primary' : 'default',
      disabled: false,
      busy: isFirst && given.busy,
      small: false,
      tap: key,
    })
    const note = (text: string): View[] => (text ? [{ kind: 'note', key: 'note', text, level: 'danger' }] : [])
    const named = (): string => config.pages.find(one => matchPath(one.path, path))?.name ?? config.name

    interface Item {
      id: string
      kind: string
      name: string
      path: string
      link: string
      children: Item[]
    }
    function menu(items: Item[]): View[] {
      return items.flatMap((item): View[] => {
        const target = item.kind === 'page' ? item.path : item.link
        const isKnown = item.kind !== 'page' || config.pages.some(one => one.path === item.path)
        return [
          ...(target && isKnown
            ? [
                {
                  kind: 'box' as const,
                  key: item.id,
                  look: 'card' as const,
                  tap: `open ${target}`,
                  children: [{ kind: 'text' as const, key: `${item.id}.name`, look: 'strong' as const, text: item.name }],
                },
              ]
            : item.children.length
              ? [{ kind: 'text' as const, key: item.id, look: 'label' as const, text: item.name }]
              : []),
          ...menu(item.children),
        ]
      })
    }

    function draw(): Screen {
      const plain = (children: View[], title = named()): Screen => ({ title, children, dialogs: [], web: '' })
      switch (state.kind) {
        case 'loading':
          return plain([{ kind: 'wait', key: 'wait', text: say('Loading…') }])
        case 'failed':
          return plain([...note(state.text), button('again', say('Try again')), button('out', say('Sign out'))])
        case 'signIn':
          return plain([
            { kind: 'text', key: 'title', look: 'title', text: config.name },
            ...note(state.text),
            field('username', say('Username')),
            field('password', say('Password')),
            button('enter', say('Sign in'), true),
          ])
        case 'web':
          return {
            ...plain([{ kind: 'text', key: 'web', look: 'muted', text: say('This page opens as a web page.') }, button('web', say('Open in the browser'))]),
            web: `${config.server}/company/${company}/app/${app}${path}${query ? `?${query}` : ''}`,
          }
        case 'pages': {
          const items = menu((known.pages as Item[] | undefined) ?? [])
          return plain(
            [
              ...(items.length ? items : [{ kind: 'text' as const, key: 'none', look: 'muted' as const, text: say('Nothing here yet') }]),
              token ? button('out', say('Sign out')) : button('in', say('Sign in'), true),
            ],
            config.name,
          )
        }
        case 'page': {
          const drawn = page?.picture() ?? { title: '', children: [], dialogs: [] }
          return { ...drawn, title: drawn.title || named(), web: '' }
        }
      }
    }

    return {
      draw,
      start: load,
      async fire(event: string, value?: unknown) {
        if (state.kind === 'page') return page?.fire(event, value)
        if (event === 'username' || event === 'password') {
          given[event] = String(value ?? '')
          return tell()
        }
        if (event.startsWith('open ')) return open(event.slice(5))
        if (event === 'web') return platform.openWeb(draw().web)
        if (event === 'in') {
          state = { kind: 'signIn', text: '' }
          return tell()
        }
        if (event === 'out') {
          if (token) await send({ method: 'POST', url: `/api/embed/${company}/${app}/signOut`, body: { session: token } })
          forget()
        }
        return event === 'enter' ? enter() : load()
      },
      /** Shown again, after another screen: what was written there shows here. */
      again() {
        if (state.kind === 'page') page?.readAgain()
        else if (state.kind === 'signIn' && token) void load()
      },
      end() {
        isOver = true
        page?.end()
      },
    }
  }
  return { createScreen, open, say, home: config.home }
}
