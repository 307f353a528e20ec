// What a folder tessera-… says of its amis type in its about.ts; `npm run gen` makes the lists of all types from these files.
//   isFormItem  amis gives it label, help and error, as it does for its own fields
//   isLazy      false: it comes with amis; else its component is loaded when a screen first names it
//   properties  what screens may give it; the gate refuses the rest
//   editor      its place in the visual editor's palette, and its panel; without it no palette offers it

import type { Place } from './tessera-schema-editor/place.ts'

/** By name, what a value may be, written as in api/gate/table.ts. */
export type Properties = Record<string, string | unknown[]>

/** One control of a panel in the editor. */
export interface Control {
  type: string
  name?: string
  label?: string
  description?: string
  body?: Control[]
  items?: Control[]
  [key: string]: unknown
}

/** An event of a component, as pages act on it. */
export interface OwnEvent {
  key: string
  label?: string
  /** Names of what comes with it. */
  data?: readonly string[]
}

export interface InEditor {
  /** English, like all texts here; looked up when the editor opens. */
  name: string
  description: string
  /** Pages of apps may have it; without this the palette offers it to screens of the console alone. */
  isForPages?: true
  /** One of the editor's own. */
  icon: `${string}-plugin`
  /** What is inserted. */
  scaffold: Record<string, unknown>
  /** What the palette shows; the scaffold where nothing is said. */
  example?: Record<string, unknown>
  panel: Control[] | ((place: Place) => Control[])
  /** What the one that says this tells; pages choose among them what to act on. */
  events?: (schema: Readonly<Record<string, unknown>>, place: Place) => readonly OwnEvent[]
  /** Properties that hold parts of the screen, to drop components into. */
  regions?: { key: string; label: string }[]
}

export interface About {
  isFormItem?: boolean
  isLazy?: boolean
  properties: Properties
  editor?: InEditor
}
