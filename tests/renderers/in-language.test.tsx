// The canvas in another language than the page is written in: what goes in are translations, what comes back is the page as it is written.
import { describe, expect, it } from 'vitest'
import { changedTexts } from '../../renderers/tessera-page-designer/text-changes.tsx'
import { intoLanguage, type Translation } from '../../renderers/tessera-schema-editor/in-language.ts'

const GERMAN: Record<string, string> = { Orders: 'Bestellungen', Save: 'Speichern', Yes: 'Ja', No: 'Nein', Red: 'Rot' }
const page = {
  type: 'page',
  title: 'Orders',
  body: [
    { type: 'button', label: 'Save', id: 'u:save' },
    {
      type: 'select',
      name: 'answer',
      label: 'Answer',
      options: [
        { label: 'Yes', value: 'y' },
        { label: 'No', value: 'n' },
      ],
    },
    { type: 'select', name: 'colour', options: ['Red', 'Blue'] },
    { type: 'tpl', tpl: 'i18n:Welcome' },
  ],
  texts: { de: { Welcome: 'Willkommen' } },
}
function enter(schema: Record<string, unknown> = page) {
  const told: Translation[] = []
  const { schema: shown, back } = intoLanguage(schema, {
    language: 'de',
    first: 'en-US',
    stamp: 1,
    find: text => GERMAN[text],
    onTranslate: changed => void told.push(...changed),
  })
  const canvas = structuredClone(shown) as any
  return { canvas, told, back: (edited: any = canvas) => back(structuredClone(edited)) as any }
}

describe('a page in another language on the canvas', () => {
  it('shows translations and the words that the page brings; untouched it comes back as it is written', () => {
    const { canvas, told, back } = enter()
    expect([canvas.title, canvas.body[0].label, canvas.body[1].options[1].label, canvas.body[3].tpl]).toEqual([
      'Bestellungen',
      'Speichern',
      'Nein',
      'Willkommen',
    ])
    expect(canvas.body[1].label).toBe('Answer')
    expect(canvas.body[2].options).toEqual([{ label: 'Rot', value: 'Red' }, 'Blue'])
    expect(back()).toEqual(page)
    expect(told).toEqual([])
  })

  it('tells what is written as the translation of the text, and again at each step', () => {
    const { canvas, told, back } = enter()
    canvas.body[0].label = 'Sichern'
    expect(back()).toEqual(page)
    canvas.body[1].label = 'Antwort'
    canvas.body[2].options[0].label = 'Rote'
    canvas.body[3].tpl = 'Hallo'
    expect(back()).toEqual(page)
    canvas.body[0].label = 'Speichern'
    expect(back()).toEqual(page)
    expect(told).toEqual([
      { text: 'Save', translation: 'Sichern' },
      { text: 'Answer', translation: 'Antwort' },
      { text: 'Red', translation: 'Rote' },
      { text: 'Welcome', translation: 'Hallo' },
      { text: 'Save', translation: 'Speichern' },
    ])
  })

  it('takes a translation back where the text is emptied, and keeps the text of the page', () => {
    const { canvas, told, back } = enter()
    delete canvas.title
    canvas.body[0].label = ''
    expect(back()).toEqual(page)
    expect(back()).toEqual(page)
    expect(told).toEqual([
      { text: 'Orders', translation: '' },
      { text: 'Save', translation: '' },
    ])
  })

  it('moves, copies and removes parts and choices without a word of theirs becoming a text or another text’s translation', () => {
    const { canvas, told, back } = enter()
    const { options } = canvas.body[1]
    options.reverse()
    expect(back().body[1].options).toEqual([page.body[1]!.options![1], page.body[1]!.options![0]])
    options.shift()
    expect(back().body[1].options).toEqual([{ label: 'Yes', value: 'y' }])
    options.unshift({ label: 'Maybe', value: 'm' })
    expect(back().body[1].options).toEqual([
      { label: 'Maybe', value: 'm' },
      { label: 'Yes', value: 'y' },
    ])
    canvas.body.unshift({ ...canvas.body[0], id: 'u:copy' })
    canvas.body.splice(2, 1)
    expect(back().body.map((part: any) => part.label ?? part.type)).toEqual(['Save', 'Save', 'select', 'tpl'])
    expect(told).toEqual([])
  })

  it('takes a new part as it is written, and goes on with it as such', () => {
    const { canvas, told, back } = enter()
    canvas.body.push({ type: 'button', label: 'Print', id: 'u:new' })
    expect(back().body[4].label).toBe('Print')
    canvas.body[4].label = 'Print all'
    expect(back().body[4].label).toBe('Print all')
    expect(told).toEqual([])
  })

  it('follows a text that the editor makes a component of', () => {
    const { canvas, told, back } = enter({ type: 'page', body: 'Orders' })
    expect(canvas.body).toBe('Bestellungen')
    canvas.body = [{ type: 'tpl', tpl: 'Bestellungen', wrapperComponent: '', inline: false, id: 'u:text' }]
    expect(back()).toEqual({ type: 'page', body: 'Orders' })
    canvas.body[0].tpl = 'Alle Bestellungen'
    expect(back()).toEqual({ type: 'page', body: 'Orders' })
    expect(told).toEqual([{ text: 'Orders', translation: 'Alle Bestellungen' }])
  })
})

describe('texts that differ between two versions', () => {
  it('are those that came, went or became others, and none that moved', () => {
    const before = {
      type: 'page',
      title: 'Orders',
      body: [
        { type: 'tpl', tpl: 'Old' },
        { type: 'tpl', tpl: 'Moved' },
        { type: 'tpl', tpl: 'Gone' },
      ],
    }
    const after = {
      type: 'page',
      title: 'All orders',
      body: [
        { type: 'tpl', tpl: 'Moved' },
        { type: 'tpl', tpl: 'Old' },
        { type: 'button', label: 'Fresh' },
      ],
    }
    expect(changedTexts(before, after)).toEqual([
      { before: 'Orders', after: 'All orders' },
      { before: '', after: 'Fresh' },
      { before: 'Gone', after: '' },
    ])
    expect(changedTexts(after, after)).toEqual([])
  })
})
