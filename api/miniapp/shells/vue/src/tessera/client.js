// The app, with what it needs of its platform: uni-app and Taro name the same things alike.
import { api, isWeb } from './api.js'
import { config } from './config.js'
import { start } from './runtime.js'

const send = ({ method, url, headers, body }) =>
  new Promise((resolve, reject) => {
    api.request({
      method,
      url,
      header: headers,
      data: body,
      dataType: 'json',
      success: ({ statusCode, data }) => resolve({ status: statusCode, body: data }),
      fail: reject,
    })
  })

const download = (url, headers) =>
  new Promise((resolve, reject) => {
    api.downloadFile({
      url,
      header: headers,
      success: ({ statusCode, tempFilePath }) => (statusCode === 200 ? resolve(tempFilePath) : reject(new Error(String(statusCode)))),
      fail: reject,
    })
  })

const { language = 'en' } = api.getSystemInfoSync()
const zone = typeof Intl === 'undefined' ? undefined : new Intl.DateTimeFormat().resolvedOptions().timeZone

export const client = start(config, {
  locale: language.startsWith('zh') ? 'zh-CN' : 'en-US',
  zone,
  fetch: send,
  download,
  read: name => api.getStorageSync(name) || '',
  write: (name, value) => api.setStorageSync(name, value),
  toast: (title, level) => api.showToast({ title, icon: level === 'success' ? 'success' : 'none', duration: level === 'error' ? 4000 : 2000 }),
  confirm: (content, confirmText, cancelText) =>
    new Promise(resolve => {
      api.showModal({ content, confirmText, cancelText, success: ({ confirm }) => resolve(confirm), fail: () => resolve(false) })
    }),
  go: (route, path) => api.navigateTo({ url: `/${route}?path=${encodeURIComponent(path)}` }),
  openWeb(url) {
    if (!url) return
    if (isWeb) window.open(url, '_blank', 'noopener')
    else api.navigateTo({ url: `/pages/web/index?url=${encodeURIComponent(url)}` })
  },
  back: () => api.navigateBack({ fail: () => api.reLaunch({ url: '/pages/home/index' }) }),
  copy: data => api.setClipboardData({ data }),
})

/** Screens that are open, by a number: parts say what was tapped in which one. */
const screens = new Map()
let last = 0
export function openScreen(path, changed) {
  const id = ++last
  const screen = client.createScreen(path, changed)
  screens.set(id, screen)
  return { id, screen, close: () => (screen.end(), screens.delete(id)) }
}
export const fire = (id, event, value) => screens.get(id)?.fire(event, value)
