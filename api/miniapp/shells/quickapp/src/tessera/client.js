// The app, with what it needs of the quick-app platform.
import clipboard from '@system.clipboard'
import configuration from '@system.configuration'
import fetch from '@system.fetch'
import prompt from '@system.prompt'
import request from '@system.request'
import router from '@system.router'
import storage from '@system.storage'
import { config } from './config.js'
import { start } from './runtime.js'

const bodyOf = data => {
  if (typeof data !== 'string') return data
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
const send = ({ method, url, headers, body }) =>
  new Promise((resolve, reject) => {
    fetch.fetch({
      method,
      url,
      header: headers,
      data: body,
      responseType: 'text',
      success: ({ code, data }) => resolve({ status: code, body: bodyOf(data) }),
      fail: (message, code) => reject(new Error(`${code} ${message}`)),
    })
  })

const download = (url, header) =>
  new Promise((resolve, reject) => {
    const fail = (message, code) => reject(new Error(`${code} ${message}`))
    request.download({ url, header, success: ({ token }) => request.onDownloadComplete({ token, success: ({ uri }) => resolve(uri), fail }), fail })
  })

/** What the platform keeps is read once, since it answers later: the runtime wants it at once. */
const kept = {}
const read = key =>
  new Promise(resolve => {
    const done = (value = '') => {
      kept[key] = value
      resolve()
    }
    storage.get({ key, default: '', success: done, fail: () => done() })
  })

const { language = 'en' } = configuration.getLocale() || {}
const zone = typeof Intl === 'undefined' ? undefined : new Intl.DateTimeFormat().resolvedOptions().timeZone
const platform = {
  locale: language.startsWith('zh') ? 'zh-CN' : 'en-US',
  zone,
  fetch: send,
  download,
  read: name => kept[name] || '',
  write(name, value) {
    kept[name] = value
    storage.set({ key: name, value })
  },
  toast: (message, level) => prompt.showToast({ message, duration: level === 'error' ? 1 : 0 }),
  confirm: (message, yes, no) =>
    new Promise(resolve => {
      prompt.showDialog({ message, buttons: [{ text: yes }, { text: no }], success: ({ index }) => resolve(index === 0), cancel: () => resolve(false) })
    }),
  go: (route, path) => router.push({ uri: `/${route}`, params: { path } }),
  openWeb: url => url && router.push({ uri: '/pages/web', params: { url } }),
  back: () => router.back(),
  copy: text => clipboard.set({ text }),
}
const ready = read('tessera-session').then(() => start(config, platform))

/** Screens that are open, by a number: parts say what was tapped in which one. */
const screens = {}
let last = 0
export function openScreen(path, changed) {
  const id = ++last
  screens[id] = null
  ready.then(client => {
    if (!(id in screens)) return
    screens[id] = client.createScreen(path, changed)
    screens[id].start()
  })
  return id
}
export const fire = (id, event, value) => screens[id] && screens[id].fire(event, value)
export const again = id => screens[id] && screens[id].again()
export function close(id) {
  if (screens[id]) screens[id].end()
  delete screens[id]
}
