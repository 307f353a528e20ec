// What a component finds in its frame, as `tessera`. A convenience alone: what a component may do is decided by the policy of its document and by the page around it.

/** Where a frame finds it; no bundle has a file of this name. */
export const SDK_NAME = '_tessera.js'

export const SDK = String.raw`'use strict'
;(() => {
  const root = document.documentElement
  const listeners = { props: [], look: [] }
  const waiting = []
  let port
  let automatic = true
  let told = 0
  const say = message => (port ? port.postMessage(message) : waiting.length < 100 && waiting.push(message))
  const hear = (kind, value) => {
    for (const listener of listeners[kind]) {
      try {
        listener(value)
      } catch (error) {
        tessera.fail(error)
      }
    }
  }
  const on = kind => listener => {
    listeners[kind].push(listener)
    if (kind === 'props' ? tessera.props : tessera.look) listener(tessera[kind])
    return () => void (listeners[kind] = listeners[kind].filter(one => one !== listener))
  }
  const tellHeight = height => {
    if (height === told) return
    told = height
    say({ kind: 'height', height })
  }
  const measure = () => automatic && document.body && tellHeight(Math.ceil(root.getBoundingClientRect().height))
  const tessera = {
    props: undefined,
    look: undefined,
    onProps: on('props'),
    onLook: on('look'),
    emit: (key, data = {}) => say({ kind: 'event', key: String(key), data }),
    fail: error => say({ kind: 'error', text: String((error && error.message) || error).slice(0, 500) }),
    setHeight: height => {
      automatic = height === undefined
      if (automatic) measure()
      else tellHeight(Number(height))
    },
  }
  Object.defineProperty(window, 'tessera', { value: tessera })
  const wear = look => {
    root.style.colorScheme = look.isDark ? 'dark' : 'light'
    root.classList.toggle('is-dark', look.isDark)
    if (!root.lang || root.dataset.tesseraLang) {
      root.lang = look.language
      root.dataset.tesseraLang = '1'
    }
    for (const [name, value] of Object.entries(look.colors)) root.style.setProperty(name, value)
  }
  window.addEventListener('message', event => {
    if (port || event.source !== window.parent || !event.data || event.data.tessera !== 'component-port' || !event.ports[0]) return
    port = event.ports[0]
    port.onmessage = ({ data }) => {
      if (data.kind === 'ask') return say({ kind: 'here', at: data.at })
      if (data.kind === 'look') wear(data.look)
      tessera[data.kind] = data[data.kind]
      hear(data.kind, data[data.kind])
    }
    for (const message of waiting.splice(0)) port.postMessage(message)
  })
  window.addEventListener('error', event => event.message && tessera.fail(event.message))
  window.addEventListener('unhandledrejection', event => tessera.fail(event.reason))
  document.addEventListener('securitypolicyviolation', event => say({ kind: 'blocked', what: event.effectiveDirective }))
  const style = document.createElement('style')
  style.textContent =
    'body{margin:0;background:transparent;color:var(--tessera-text);font:14px/1.5 var(--tessera-font,system-ui,sans-serif);overflow-wrap:anywhere}'
  document.head.prepend(style)
  const start = () => {
    new ResizeObserver(measure).observe(root)
    say({ kind: 'ready' })
    measure()
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start)
  else start()
  // To whatever is around: in a share that has no origin which could be named, and this says nothing.
  if (window.parent !== window) window.parent.postMessage({ tessera: 'component-waiting' }, '*')
})()
`
