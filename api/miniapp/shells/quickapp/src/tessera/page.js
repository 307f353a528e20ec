// A page of the project shows one screen of the app.
export const screenAt = path => ({
  protected: { path: '' },
  private: { picture: { title: '', children: [], dialogs: [], web: '' }, id: 0, isShown: false },
  onInit() {
    const app = this.$app.$def
    this.$on('tessera', ({ detail }) => app.fire(this.id, detail.event, detail.value))
    this.id = app.openScreen(this.path || path, next => {
      this.picture = next
      if (next.title) this.$page.setTitleBar({ text: next.title })
    })
  },
  onShow() {
    // Shown again, after another page.
    if (this.isShown) this.$app.$def.again(this.id)
    this.isShown = true
  },
  onDestroy() {
    this.$app.$def.close(this.id)
  },
})
