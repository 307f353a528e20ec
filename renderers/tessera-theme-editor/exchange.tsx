// Themes in and out of the editor: files of Design Tokens, of amis and of Figma, a picture; nothing is taken over before it is looked at.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useId, useState } from 'react'
import { cssFile } from '../../api/theme/css-file.ts'
import { repairedAll } from '../../api/theme/contrast.ts'
import { differencesOf } from '../../api/theme/differences.ts'
import { type ThemeDocument } from '../../api/theme/document.ts'
import { colorsOfPicture, type PictureColor } from '../../api/theme/picture.ts'
import { MAX_FILE, readThemeFile, type ReadFile } from '../../api/theme/read-file.ts'
import { withBrand } from '../../api/theme/recolor.ts'
import { toTokenFile } from '../../api/theme/token-file.ts'
import { Dialog, useSay } from '../workplace/ui.tsx'
import { Differences } from './differences.tsx'
import type { Edit } from './token-list.tsx'

interface Props {
  document: ThemeDocument
  onEdit: Edit
  onClose(): void
}
const KINDS = {
  tokens: 'Design Tokens of a theme of Tessera',
  document: 'Document of a theme',
  amis: 'Theme of amis',
  figma: 'Variables of Figma',
  'other-tokens': 'Design Tokens of another system',
  variables2json: 'Variables of Figma, as variables2json writes them',
  css: 'CSS with variables, as of shadcn or tweakcn',
  antd: 'Tokens of antd',
  resolver: 'Sets of Design Tokens with what goes over what',
} as const
/** Problems and tokens that are listed; the others are counted. */
const LISTED = 20

export function ImportDialog({ document, onEdit, onClose }: Props) {
  const say = useSay()
  const id = useId()
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [read, setRead] = useState<ReadFile>()
  const take = (next: string, file: string, others: Record<string, string> = {}) => {
    setText(next.length > 20_000 ? '' : next)
    setName(file)
    setRead(next.trim() ? readThemeFile(next, document, others) : undefined)
  }
  /** Several are one theme: the one that says how they go together, and those that it names. */
  const choose = async (files: readonly File[]) => {
    if (!files.length) return
    if (files.reduce((size, file) => size + file.size, 0) > MAX_FILE)
      return setRead({ problems: [{ path: '', english: 'The file is larger than {limit} MB', values: { limit: MAX_FILE / 1e6 } }], taken: [], left: [] })
    const texts = await Promise.all(files.map(async file => ({ name: file.name, text: await file.text() })))
    const main = texts.find(({ text }) => /"resolutionOrder"\s*:/.test(text)) ?? texts[0]
    if (main) take(main.text, main.name, Object.fromEntries(texts.filter(one => one !== main).map(({ name, text }) => [name, text])))
  }
  const made = read?.document
  return (
    <Dialog title={say('Import a theme')} wide onClose={onClose}>
      <form
        className="tes-theme-dialog"
        onSubmit={event => {
          event.preventDefault()
          if (!made) return
          onEdit(made, say('{name} brought in', { name: name || say('Theme') }))
          onClose()
        }}
      >
        <p className="tes-theme-hint">
          {say(
            'Design Tokens (DTCG 2025.10), a theme of the editor of amis, variables of Figma, CSS of shadcn or tweakcn, or tokens of antd. It is only taken into the editor: nothing is saved yet.',
          )}
        </p>
        <div className="tes-theme-field">
          <label htmlFor={id}>{say('File')}</label>
          <input
            id={id}
            type="file"
            className="tes-input"
            multiple
            accept=".json,.tokens,.css,application/json,application/design-tokens+json,text/css"
            onChange={event => void choose([...(event.target.files ?? [])])}
          />
        </div>
        <div className="tes-theme-field">
          <label htmlFor={`${id}-text`}>{say('Or its text')}</label>
          <textarea
            id={`${id}-text`}
            rows={4}
            spellCheck={false}
            className="tes-input tes-theme-paste"
            value={text}
            aria-invalid={!!read?.problems.length || undefined}
            aria-describedby={read?.problems.length ? `${id}-problems` : undefined}
            onChange={event => take(event.target.value, '')}
          />
        </div>
        {read && (
          <div aria-live="polite" className="tes-theme-read" tabIndex={0} role="region" aria-label={say('What is in it')}>
            {read.kind && <p className="tes-theme-kind">{say(KINDS[read.kind])}</p>}
            {made && read.both && (
              <p className="tes-theme-hint">
                {say(
                  document.config.isDark
                    ? 'It has values for light and for dark. Those for dark are taken, since this theme is dark.'
                    : 'It has values for light and for dark. Those for light are taken; the dark form is made from the same colours.',
                )}
              </p>
            )}
            {read.problems.length > 0 && (
              <ul id={`${id}-problems`} className="tes-theme-problems" role="alert">
                {read.problems.slice(0, LISTED).map(({ path, english, values }) => (
                  <li key={path + english}>
                    {path && <code>{path}</code>} {say(english, values)}
                  </li>
                ))}
                {read.problems.length > LISTED && <li>{say('{count} more', { count: read.problems.length - LISTED })}</li>}
              </ul>
            )}
            {made && read.taken.length > 0 && (
              <details>
                <summary>{read.taken.length === 1 ? say('1 token is known here') : say('{count} tokens are known here', { count: read.taken.length })}</summary>
                <ul>
                  {read.taken.map(({ from, to }) => (
                    <li key={from}>
                      <code>{from}</code> → {say(to)}
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {made && read.left.length > 0 && (
              <details>
                <summary>
                  {read.left.length === 1
                    ? say('1 has no place here and is left out')
                    : say('{count} have no place here and are left out', { count: read.left.length })}
                </summary>
                <ul>
                  {read.left.slice(0, 200).map(path => (
                    <li key={path}>
                      <code>{path}</code>
                    </li>
                  ))}
                </ul>
              </details>
            )}
            {made && <Differences differences={differencesOf(document, made)} empty={say('It is the theme as it is in the editor')} />}
          </div>
        )}
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className="tes-button is-primary" disabled={!made}>
            {say('Take over')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

/** Wide enough to tell colours apart. */
const PICTURE_SIDE = 240
const MAX_PICTURE = 10_000_000

/** The colours of a picture. It is drawn here and sent nowhere. */
async function colorsIn(file: File): Promise<PictureColor[]> {
  const address = await new Promise<string>((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
  const image = new Image()
  image.src = address
  await image.decode()
  // A drawing without a size of its own has none.
  const [width, height] = [image.naturalWidth || PICTURE_SIDE, image.naturalHeight || PICTURE_SIDE]
  const scale = Math.min(1, PICTURE_SIDE / Math.max(width, height))
  const canvas = window.document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  if (!paper) return []
  paper.drawImage(image, 0, 0, canvas.width, canvas.height)
  return colorsOfPicture(paper.getImageData(0, 0, canvas.width, canvas.height).data)
}

export function PictureDialog({ document, onEdit, onClose }: Props) {
  const say = useSay()
  const id = useId()
  const [colors, setColors] = useState<PictureColor[]>([])
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState('')
  const choose = async (file: File | undefined) => {
    setColors([])
    setProblem('')
    if (!file) return
    if (file.size > MAX_PICTURE) return setProblem(say('The file is larger than {limit} MB', { limit: MAX_PICTURE / 1e6 }))
    const found = await colorsIn(file).catch(() => undefined)
    if (!found) return setProblem(say('This is no picture that can be read'))
    if (!found.length) return setProblem(say('There are only greys in this picture'))
    setColors(found)
    setChosen(found[0]?.color ?? '')
  }
  return (
    <Dialog title={say('Theme from a picture')} onClose={onClose}>
      <form
        className="tes-theme-dialog"
        onSubmit={event => {
          event.preventDefault()
          if (!chosen) return
          onEdit(repairedAll(withBrand(document, chosen)), say('Colours of a picture taken'))
          onClose()
        }}
      >
        <div className="tes-theme-field">
          <label htmlFor={id}>{say('Picture or logo')}</label>
          <input
            id={id}
            type="file"
            className="tes-input"
            accept="image/*"
            aria-invalid={!!problem || undefined}
            onChange={event => void choose(event.target.files?.[0])}
          />
          {problem && <em role="alert">{problem}</em>}
        </div>
        {colors.length > 0 && (
          <fieldset className="tes-theme-picks">
            <legend>{say('Brand colour')}</legend>
            {colors.map(({ color, share }) => (
              <label key={color}>
                <input type="radio" name={`${id}-color`} value={color} checked={color === chosen} onChange={() => setChosen(color)} />
                <i className="tes-theme-swatch" style={{ background: color }} aria-hidden="true" />
                <code>{color}</code>
                <small>{say('{share} % of its colours', { share: Math.round(share * 100) })}</small>
              </label>
            ))}
          </fieldset>
        )}
        <p className="tes-theme-hint">
          {say(
            'The scale of the brand and what goes with it is made from the colour, and every text is made to be read well. The picture stays on this device.',
          )}
        </p>
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className="tes-button is-primary" disabled={!colors.length}>
            {say('Take over')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

function download(text: string, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = window.document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
const fileName = ({ config }: ThemeDocument) =>
  config.name
    .trim()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase() || 'theme'
export const downloadTokens = (document: ThemeDocument) =>
  download(`${JSON.stringify(toTokenFile(document), null, 2)}\n`, `${fileName(document)}.tokens.json`, 'application/design-tokens+json')
export const downloadCss = (document: ThemeDocument) => download(cssFile(document), `${fileName(document)}.css`, 'text/css')
