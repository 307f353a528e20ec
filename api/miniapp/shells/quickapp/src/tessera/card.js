// A card shows one screen of the app beside others of the phone; it runs by itself, without what pages have in common.
import { again, close, fire, openScreen } from './client.js'

export const cardAt = path => ({
  private: { picture: { title: '', children: [], dialogs: [], web: '' }, id: 0, isShown: false },
  onInit() {
    this.$on('tessera', ({ detail }) => fire(this.id, detail.event, detail.value))
    this.id = openScreen(path, next => {
      this.picture = next
    })
  },
  onShow() {
    if (this.isShown) again(this.id)
    this.isShown = true
  },
  onDestroy() {
    close(this.id)
  },
})
