// A page of the project shows one screen of the app.
import { ref } from 'vue'
import { api, onLoad, onPullDownRefresh, onShow, onUnload } from './api.js'
import { openScreen } from './client.js'

export function useScreen(path) {
  const picture = ref({ title: '', children: [], dialogs: [], web: '' })
  const id = ref(0)
  let opened
  let wasShown = false
  onLoad((query = {}) => {
    opened = openScreen(query.path ? decodeURIComponent(query.path) : path, next => {
      picture.value = next
      if (next.title) api.setNavigationBarTitle({ title: next.title })
    })
    id.value = opened.id
    opened.screen.start()
  })
  onShow(() => {
    if (wasShown) opened?.screen.again()
    wasShown = true
  })
  onPullDownRefresh(() => {
    opened?.screen.again()
    api.stopPullDownRefresh()
  })
  onUnload(() => opened?.close())
  return { picture, id }
}
