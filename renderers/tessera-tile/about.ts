// What a tile takes, and how it is edited.
import type { Control, InEditor, Properties } from '../about.ts'

const SHOWN_WHEN: Control = { type: 'input-text', name: 'visibleOn', label: 'Shown when', placeholder: "${state == 'open'}" }
const texts = (name: string, label: string, description: string, addButtonText: string): Control => ({
  type: 'combo',
  name,
  label,
  description,
  multiple: true,
  multiLine: true,
  draggable: true,
  addButtonText,
  items: [{ type: 'input-text', name: 'text', label: 'Text', required: true }, SHOWN_WHEN],
})

// So small that it comes with amis.
export const isLazy = false
export const properties: Properties = {
  title: 'str',
  href: 'str',
  image: 'str',
  cover: 'str',
  hint: 'str',
  mutedOn: 'str',
  note: 'str',
  description: 'str',
  badges: ['a', ['o', { text: 'str', visibleOn: 'str' }, 0, ['text']]],
  facts: ['a', ['o', { text: 'str', visibleOn: 'str' }, 0, ['text']]],
  links: ['a', ['o', { label: 'str', link: 'str', blank: 'bool', visibleOn: 'str' }, 0, ['label', 'link']]],
  menu: ['o', { label: 'str', visibleOn: 'str', buttons: ['a', 'node'] }, 0, ['label', 'buttons']],
}

export const editor: InEditor = {
  name: 'Tile',
  description: 'A card for one thing among many: picture, title that leads on, a few facts and links.',
  icon: 'card-plugin',
  isForPages: true,
  scaffold: { title: 'Tile', href: '/home', description: 'What it is about' },
  panel: [
    { type: 'input-text', name: 'title', label: 'Title', description: 'Fields of the thing can be used everywhere here: ${name}.' },
    { type: 'input-text', name: 'href', label: 'Leads to', description: 'An address of this console, such as /home; without it the title is no link.' },
    { type: 'input-text', name: 'note', label: 'Small text under the title' },
    { type: 'textarea', name: 'description', label: 'Description', minRows: 2 },
    { type: 'input-text', name: 'image', label: 'Picture', description: 'Its address; without one, the first letter of the title is shown.' },
    {
      type: 'input-text',
      name: 'cover',
      label: 'Wide picture',
      description: 'Its address; shown above everything else, with a box to choose the card in lists with actions for many.',
    },
    { type: 'input-text', name: 'hint', label: 'Said when the pointer rests on it' },
    { type: 'input-text', name: 'mutedOn', label: 'Pale when', placeholder: '${readOnly}' },
    texts('badges', 'Badges', 'Beside the title, for what is special about the thing.', 'Add a badge'),
    texts('facts', 'Facts', 'Shown in one line, without anything between them.', 'Add a fact'),
    {
      type: 'combo',
      name: 'links',
      label: 'Links',
      multiple: true,
      multiLine: true,
      draggable: true,
      addButtonText: 'Add a link',
      items: [
        { type: 'input-text', name: 'label', label: 'Text', required: true },
        { type: 'input-text', name: 'link', label: 'Leads to', required: true },
        { type: 'switch', name: 'blank', label: 'In a tab of its own' },
        SHOWN_WHEN,
      ],
    },
    { type: 'input-text', name: 'menu.label', label: 'Menu', description: 'Name of the menu for those who cannot see it. Its buttons are edited as JSON.' },
  ],
}
