// What a page looks like as plain data, which the shells draw with the parts of their platform. Everything in it can be sent from one thread to another:
// what happens is named by a text (`tap`, `change`) and handed back to the page.

export type Level = 'default' | 'primary' | 'success' | 'warning' | 'danger' | 'info' | 'link'
export type Look = 'title' | 'heading' | 'text' | 'muted' | 'label' | 'strong' | 'error'
export interface Choice {
  value: string
  label: string
  checked: boolean
}
export type ControlKind = 'text' | 'password' | 'number' | 'email' | 'url' | 'textarea' | 'switch' | 'choice' | 'choices' | 'pick' | 'date' | 'time'

interface Common {
  /** The same for the same part in the next picture. */
  key: string
}
export type View = Common &
  (
    | { kind: 'box'; look: 'stack' | 'row' | 'card' | 'grid'; children: View[]; tap?: string }
    | { kind: 'text'; look: Look; text: string; tap?: string }
    | { kind: 'image'; src: string; alt: string; width: number; height: number; tap?: string }
    | { kind: 'button'; label: string; level: Level; disabled: boolean; busy: boolean; small: boolean; tap: string }
    | { kind: 'tag'; text: string; level: Level }
    | { kind: 'note'; text: string; level: Level }
    | { kind: 'pair'; label: string; children: View[] }
    | { kind: 'bar'; percent: number; text: string }
    | { kind: 'rule' }
    | { kind: 'wait'; text: string }
    | {
        kind: 'field'
        control: ControlKind
        label: string
        value: string
        choices: Choice[]
        placeholder: string
        help: string
        error: string
        required: boolean
        disabled: boolean
        change: string
      }
  )

export interface Dialog {
  key: string
  title: string
  children: View[]
  actions: View[]
  close: string
}
export interface Picture {
  title: string
  children: View[]
  dialogs: Dialog[]
}
