// The questions of a merge: a side for everything that both changed differently; pages with pictures of all sides, and a way to put one together by hand.
import { lazy, Suspense, useId, useMemo, useRef, useState } from 'react'
import { resolveVariableAndFilter, tokenize, type FormControlProps } from 'amis-core'
import { field } from '../register.tsx'
import { Question, type Conflict, type Names, type Side } from '../tessera-conflict-choices/conflict-choices.tsx'
import { sayer, type Say } from '../words.ts'
import { ask, type Request } from '../workplace/ask.ts'
import { PagePictures } from './page-pictures.tsx'
import { keyOf, ofPage, type Choices, type Schema, type Sides } from './sides.ts'
import './merge-choices.css'

const PageEditor = lazy(() => import('./page-editor.tsx').then(module => ({ default: module.PageEditor })))

interface Asked extends Conflict {
  part?: string
  /** The page whose content is asked about. */
  page?: string
}
export interface Decided {
  choices: Choices
  /** Pages that were put together by hand; they decide all that is asked of what they hold. */
  pages: readonly { pageId: string; schema: Schema }[]
}
interface Props extends FormControlProps {
  conflicts?: string
  here?: string
  there?: string
  companyKey?: string
  /** Address below which a page is given on all sides, by its id. */
  pagesAt?: string
  direction?: string
  value?: Partial<Decided>
}

const NOTHING: Decided = { choices: {}, pages: [] }

interface Together {
  page: string | undefined
  list: Asked[]
}
/** Questions of one part stand together: of what a page holds, of a theme, of a model. */
function grouped(list: readonly Asked[]): Together[] {
  const groups = new Map<string, Together>()
  for (const one of list) {
    const name = `${one.part ?? one.key} ${one.page ?? ''}`
    const known = groups.get(name)
    if (known) known.list.push(one)
    else groups.set(name, { page: one.page, list: [one] })
  }
  return [...groups.values()]
}

export function MergeChoices(props: Props) {
  const { conflicts, value, onChange, data, env, disabled, locale = 'en-US', render } = props
  const say = sayer(env)
  const text = (template: string | undefined) => String(tokenize(template ?? '', data, '| raw') ?? '')
  const list = ((conflicts ? resolveVariableAndFilter(conflicts, data, '| raw') : undefined) ?? []) as Asked[]
  const names = { here: text(props.here), there: text(props.there) }
  const now = { ...NOTHING, ...value }
  const isByHand = (page: string | undefined) => now.pages.some(({ pageId }) => pageId === page)
  const all = (side: Side) => onChange?.({ choices: Object.fromEntries(list.map(one => [one.key, side])), pages: [] })
  const decided = list.filter(one => isByHand(one.page) || now.choices[one.key]).length
  const companyKey = text(props.companyKey)
  return (
    <div className="tes-conflicts tes-merge">
      <header>
        <span aria-live="polite">{say('{decided} of {count} decided', { decided, count: list.length })}</span>
        {list.length > 1 &&
          (['ours', 'theirs'] as const).map(side => (
            <button key={side} type="button" disabled={disabled} onClick={() => all(side)}>
              {say('All as in {place}', { place: side === 'ours' ? names.here : names.there })}
            </button>
          ))}
      </header>
      {grouped(list).map(({ page, list: questions }) => (
        <Group
          key={questions[0]?.key}
          say={say}
          env={env}
          locale={locale}
          renderPart={render}
          page={page}
          address={page ? `${text(props.pagesAt)}/${page}?direction=${text(props.direction)}` : ''}
          companyKey={companyKey}
          questions={questions}
          names={names}
          decided={now}
          disabled={disabled}
          onDecide={next => onChange?.(next)}
        />
      ))}
    </div>
  )
}

interface GroupProps {
  say: Say
  env: FormControlProps['env']
  locale: string
  renderPart: FormControlProps['render']
  page: string | undefined
  address: string
  companyKey: string
  questions: readonly Asked[]
  names: Names
  decided: Decided
  disabled: boolean | undefined
  onDecide(decided: Decided): void
}

function Group({ say, env, locale, renderPart, page, address, companyKey, questions, names, decided, disabled, onDecide }: GroupProps) {
  const group = useId()
  const [sides, setSides] = useState<Sides>()
  const [looked, setLooked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { request } = env as unknown as { request: Request }
  const load = useMemo(() => () => ask<Sides>(request, 'get', address), [request, address])
  const own = decided.pages.find(({ pageId }) => pageId === page)
  const others = decided.pages.filter(({ pageId }) => pageId !== page)
  const choose = (key: string, side: Side) => onDecide({ ...decided, choices: { ...decided.choices, [key]: side } })
  const chooseAll = (side: Side) => onDecide({ choices: { ...decided.choices, ...Object.fromEntries(questions.map(({ key }) => [key, side])) }, pages: others })
  const both = questions.length > 1 && (
    <span className="tes-merge__both" role="group" aria-label={say('All of these')}>
      {(['ours', 'theirs'] as const).map(side => (
        <button key={side} type="button" className="tes-link" disabled={disabled} onClick={() => chooseAll(side)}>
          {say('All of these as in {place}', { place: side === 'ours' ? names.here : names.there })}
        </button>
      ))}
    </span>
  )
  const all = (
    <>
      {questions.map((one, index) => (
        <Question
          key={one.key}
          say={say}
          conflict={one}
          name={`${group}-${index}`}
          names={names}
          side={decided.choices[one.key]}
          disabled={disabled}
          onChoose={side => choose(one.key, side)}
          onLook={() => setLooked(one.key)}
        />
      ))}
    </>
  )
  if (!page)
    return both ? (
      <section className="tes-merge__page">
        <p className="tes-merge__by-hand">{both}</p>
        {all}
      </section>
    ) : (
      all
    )
  const isOnBoth = !!sides?.ours && !!sides.theirs
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <section className={`tes-merge__page${own ? ' is-by-hand' : ''}`} aria-label={sides?.name}>
      <PagePictures
        say={say}
        companyKey={companyKey}
        locale={locale}
        load={load}
        names={names}
        byHand={own?.schema}
        looked={looked.slice(keyOf(page, '').length)}
        sides={sides}
        onSides={setSides}
      />
      {isOnBoth && (
        <p className="tes-merge__by-hand">
          {own && <span role="status">{say('Decided in the editor')}</span>}
          <button ref={opener} type="button" className="tes-button" disabled={disabled} onClick={() => setOpen(true)}>
            {own ? say('Go on in the editor') : say('Decide in the editor')}
          </button>
          {own && (
            <button type="button" className="tes-link" disabled={disabled} onClick={() => onDecide({ ...decided, pages: others })}>
              {say('Drop what was edited')}
            </button>
          )}
          {!own && both}
        </p>
      )}
      {!own && all}
      {isOpen && sides && (
        <Suspense fallback={null}>
          <PageEditor
            say={say}
            env={env}
            locale={locale}
            renderPart={renderPart}
            companyKey={companyKey}
            pageId={page}
            sides={sides}
            questions={questions}
            names={names}
            choices={ofPage(decided.choices, page)}
            edited={own?.schema}
            onTake={(schema, choices) => {
              const chosen = Object.fromEntries(Object.entries(choices).map(([key, side]) => [keyOf(page, key), side]))
              onDecide({ choices: { ...decided.choices, ...chosen }, pages: [...others, { pageId: page, schema }] })
              close()
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  )
}

export default field('tessera-merge-choices', MergeChoices)
