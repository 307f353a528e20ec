// Plays the scripts and templates that the quick-app toolkit made, as a phone would: the parts of a page as texts, buttons and inputs, and what is tapped or
// typed handed to them. Of the platform it has what our shell asks for; what it looks like only a phone shows.
import vm from 'node:vm'

type Value = Record<string, unknown>
interface Template {
  type: string
  attr?: Record<string, unknown>
  shown?: (this: Value) => unknown
  repeat?: ((this: Value) => unknown[]) | { exp: (this: Value) => unknown[]; value?: string }
  events?: Record<string, string | ((this: Value, event: Value) => unknown)>
  children?: Template[]
}
interface Component extends Value {
  template: Template
  props?: string[]
  computed?: Record<string, (this: Value) => unknown>
  data?: Value
  onInit?(): void
  onShow?(): void
}
export interface Part {
  type: string
  attr: Value
  fire(event: string, given?: Value): unknown
}

const takesText = ({ type, attr }: Part) => type === 'input' && attr.type !== 'button'

/** `files`: an rpk package, unpacked. */
export function playQuickapp(files: Record<string, string>, { locale = 'en' } = {}) {
  const told: string[] = []
  const kept = new Map<string, string>()
  const opened: Value[] = []
  const modules: Record<string, unknown> = {
    'system.clipboard': { set: ({ text }: { text: string }) => void told.push(`copy ${text}`) },
    'system.configuration': { getLocale: () => ({ language: locale }) },
    'system.fetch': {
      fetch({
        url,
        method,
        header,
        data,
        success,
        fail,
      }: { url: string; method: string; header: Record<string, string>; data?: string } & Record<string, any>) {
        fetch(url, { method, headers: header, ...(data !== undefined && { body: data }) }).then(
          async answer => success({ code: answer.status, data: await answer.text(), headers: {} }),
          error => fail(String(error), 1000),
        )
      },
    },
    'system.prompt': {
      showToast: ({ message }: { message: string }) => void told.push(message),
      showDialog: ({ message, success }: { message: string; success(answer: Value): void }) => {
        told.push(message)
        success({ index: 0 })
      },
    },
    'system.request': {},
    'system.router': { push: (to: Value) => void opened.push(to), back: () => void told.push('back') },
    'system.storage': {
      get: ({ key, success }: { key: string; success(value: string): void }) => setTimeout(() => success(kept.get(key) ?? '')),
      set: ({ key, value }: { key: string; value: string }) => void kept.set(key, value),
    },
  }

  function run(file: string) {
    const components = new Map<string, Component>()
    let shown = ''
    const context = vm.createContext({
      console,
      setTimeout,
      clearTimeout,
      global: {},
      $app_require$: (name: string) => {
        const found = modules[name.replace('@app-module/', '')]
        if (!found) throw new Error(`no ${name} on this phone`)
        return found
      },
      $app_define$(name: string, _needs: unknown, make: (require: unknown, exports: Value, module: { exports: Value }) => void) {
        const module = { exports: {} as Value }
        make(context.$app_require$, module.exports, module)
        components.set(name.replace(/^@app-(component|application)\//, ''), module.exports as Component)
      },
      $app_bootstrap$: (name: string) => void (shown = name.replace(/^@app-(component|application)\//, '')),
    })
    vm.runInContext(files[file] ?? '', context, { filename: file })
    const main = components.get(shown)
    if (!main) throw new Error(`${file} shows nothing`)
    return { main, components }
  }
  const app = run('app.js').main

  function open(route: string, params: Value = {}) {
    const { main, components } = run(`${route}/index.js`)
    const hears: Record<string, (event: { detail: Value }) => void> = {}
    let title = ''
    const page: Value = Object.assign(Object.create(main), {
      ...main.data,
      ...params,
      $app: { $def: app },
      $page: { setTitleBar: ({ text }: { text: string }) => (title = text) },
      $on: (name: string, does: (event: { detail: Value }) => void) => (hears[name] = does),
    })
    main.onInit?.call(page)
    main.onShow?.call(page)

    function draw(template: Template, scope: Value): Part[] {
      if (template.repeat) {
        const { exp, value = '$item' } = typeof template.repeat === 'function' ? { exp: template.repeat } : template.repeat
        const { repeat: _repeat, ...one } = template
        return exp.call(scope).flatMap((item, $idx) => draw(one, Object.assign(Object.create(scope) as Value, { $idx, $item: item, [value]: item })))
      }
      if (template.shown && !template.shown.call(scope)) return []
      const attr = Object.fromEntries(
        Object.entries(template.attr ?? {}).map(([name, value]) => [
          name,
          typeof value === 'function' ? (value as (this: Value) => unknown).call(scope) : value,
        ]),
      )
      const own = components.get(template.type)
      if (own) {
        const inside: Value = Object.assign(Object.create(own), attr, {
          $dispatch: (name: string, detail: Value) => hears[name]?.({ detail }),
        })
        for (const [name, read] of Object.entries(own.computed ?? {})) Object.defineProperty(inside, name, { get: () => read.call(inside) })
        return draw(own.template, inside)
      }
      const part: Part = {
        type: template.type,
        attr,
        fire(event, given = {}) {
          const does = template.events?.[event]
          if (!does) throw new Error(`${template.type} hears no ${event}`)
          return typeof does === 'function' ? does.call(scope, given) : (scope[does] as (event: Value) => unknown).call(scope, given)
        },
      }
      return [part, ...(template.children ?? []).flatMap(child => draw(child, scope))]
    }
    const parts = () => draw(main.template, page)
    const texts = () => parts().flatMap(({ attr }) => (typeof attr.value === 'string' && attr.value ? [attr.value] : []))
    async function until<T>(find: () => T | undefined, what: string): Promise<T> {
      for (const end = Date.now() + 20_000; ; await new Promise(done => setTimeout(done, 50))) {
        const found = find()
        if (found !== undefined) return found
        if (Date.now() > end) throw new Error(`${what} did not show: ${texts().join(' | ')}`)
      }
    }
    return {
      texts,
      title: () => title,
      part: (is: (part: Part) => boolean) => until(() => parts().find(is), 'what was asked for'),
      /** A text or a button; what stands in an input was only typed. */
      see: (text: string) => until(() => parts().find(part => part.attr.value === text && !takesText(part)), text),
      tap: async (text: string) => (await until(() => parts().findLast(({ attr, type }) => attr.value === text && type !== 'picker'), text)).fire('click'),
      /** The n-th input that takes text. */
      type: async (at: number, value: string) => (await until(() => parts().filter(takesText).at(at), `input ${at}`)).fire('change', { value }),
    }
  }
  return { open, told, opened }
}
