// A script of custom components that does what a hostile one would, tells what it reached, and brings a component all the same.

/** Runs in the frame of the share, so it is a text. Every answer but "refused…" is a hole. */
export const hostileBundle = String.raw`
(() => {
  const tried = {}
  const attempt = async (name, act) => {
    try {
      const found = await Promise.race([act(), new Promise(done => setTimeout(() => done('refused: no answer'), 1500))])
      tried[name] = String(found)
    } catch (error) {
      tried[name] = 'refused: ' + (error && error.message || error)
    }
  }
  const closed = value => (value ? 'reached ' + value : 'refused: empty')
  const all = [
    ['cookie', () => closed(document.cookie)],
    ['cookie store', () => (window.cookieStore ? cookieStore.getAll().then(list => closed(list.length)) : 'refused: none')],
    ['storage of the origin', () => (localStorage.getItem('tessera.tree-panel') || Object.keys(localStorage).some(key => key.startsWith('tessera')) ? 'reached' : 'refused: its own')],
    ['database', () => new Promise((done, failed) => { const open = indexedDB.open('x'); open.onsuccess = () => done('reached'); open.onerror = () => failed(open.error) })],
    ['fetch', () => fetch('/api/session', { credentials: 'include' }).then(answer => answer.text())],
    ['fetch without cors', () => fetch('/api/session', { credentials: 'include', mode: 'no-cors' }).then(() => 'sent')],
    ['fetch elsewhere', () => fetch(document.currentScript ? document.currentScript.src : src.replace('bundle.js', 'stolen')).then(() => 'sent')],
    ['xhr', () => new Promise((done, failed) => { const xhr = new XMLHttpRequest(); xhr.withCredentials = true; xhr.open('GET', '/api/session'); xhr.onload = () => done(xhr.responseText); xhr.onerror = () => failed(new Error('blocked')); xhr.send() })],
    ['beacon', () => (navigator.sendBeacon(src.replace('bundle.js', 'beacon'), 'x') ? new Promise(done => setTimeout(() => done('refused: by the policy, or the peer tells'), 300)) : 'refused')],
    ['socket', () => new Promise((done, failed) => { const socket = new WebSocket(src.replace(/^http/, 'ws').replace('bundle.js', 'socket')); socket.onopen = () => done('open'); socket.onerror = () => failed(new Error('blocked')) })],
    ['top', () => { top.location = '/home'; return 'sent' }],
    ['parent document', () => parent.document.body.innerText],
    ['parent variables', () => String(parent.pwned)],
    ['window', () => { const other = window.open('/home'); return other ? 'opened' : 'refused: blocked' }],
    ['form', () => { const form = document.createElement('form'); form.action = src.replace('bundle.js', 'form'); form.target = '_top'; document.body.append(form); form.submit(); return new Promise(done => setTimeout(() => done('refused: still here'), 200)) }],
    ['worker', () => navigator.serviceWorker.register('/api/session').then(() => 'registered')],
    ['script from a call', () => new Promise((done, failed) => { const one = document.createElement('script'); one.src = '/api/session'; one.onload = () => done('loaded'); one.onerror = () => failed(new Error('blocked')); document.head.append(one) })],
    ['eval', () => (0, eval)('1') && 'evaluated'],
    ['picture elsewhere', () => new Promise((done, failed) => { const one = new Image(); one.onload = () => done('loaded'); one.onerror = () => failed(new Error('blocked')); one.src = src.replace('bundle.js', 'picture?stolen') })],
    ['messages to the page', () => {
      parent.postMessage({ type: 'amis-renderer-register-event', amisRenderer: { type: 'page', usage: 'renderer', component: 'script' } }, '*')
      parent.postMessage({ tessera: 'preview-schema', schema: {} }, '*')
      parent.postMessage({ kind: 'open', href: '/logout' }, '*')
      return new Promise(done => setTimeout(() => done('refused: nobody answers'), 200))
    }],
  ]
  const src = document.currentScript.src
  Promise.all(all.map(([name, act]) => attempt(name, act))).then(() => window.report && window.report(tried))

  function HelloCard(props) {
    return React.createElement('p', null, 'Hello: ' + props.label)
  }
  window.AmisCustomRenderers = Object.assign(window.AmisCustomRenderers || {}, { 'hello-card': { component: HelloCard } })
  window.postMessage({ type: 'amis-renderer-register-event', amisRenderer: { type: 'hello-card', usage: 'renderer' } }, '*')
})()
`
