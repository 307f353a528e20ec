// Sortable is loaded when something on the page can be dragged, not before. Aliased as `sortablejs` in vite.config.ts.
import type SortableClass from 'sortablejs'
import type { Options } from 'sortablejs'

const load = () => import('sortablejs/modular/sortable.core.esm.js').then(module => module.default as unknown as typeof SortableClass)

export default class Sortable {
  private real?: SortableClass
  private gone = false
  constructor(element: HTMLElement, options: Options) {
    void load().then(Real => {
      if (!this.gone) this.real = new Real(element, options)
    })
  }
  static create(element: HTMLElement, options: Options) {
    return new Sortable(element, options)
  }
  destroy() {
    this.gone = true
    this.real?.destroy()
  }
  option(...all: [never, never]) {
    return this.real?.option(...all)
  }
  toArray() {
    return this.real?.toArray() ?? []
  }
  sort(order: string[]) {
    this.real?.sort(order)
  }
}
