// A card for one thing among many: picture or coloured initial, linked title, note, description, badges, a line of facts, links, a menu.
// All but the open menu is drawn by React alone: lists show dozens of cards, and a component of amis costs some 3 ms each.
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import { evalExpression, isVisible, tokenize, type RendererProps, type Schema } from 'amis-core'
import { renderer } from '../register.tsx'
import { sayer } from '../words.ts'
import './tile.css'

/** Texts are templates over the data of the thing. */
interface TileText {
  text: string
  visibleOn?: string
}
interface TileLink {
  label: string
  link: string
  /** In a tab of its own. */
  blank?: boolean
  visibleOn?: string
}
interface TileMenu {
  label: string
  visibleOn?: string
  /** Buttons of an amis dropdown-button. */
  buttons: Schema[]
}
interface Props extends RendererProps {
  title?: string
  /** Where the title leads; without it the title is no link. */
  href?: string
  image?: string
  /** A wide picture above everything else; a plain field where it is empty. */
  cover?: string
  /** Said about the whole card when the pointer rests on it. */
  hint?: string
  /** Where it is true, the card is pale. */
  mutedOn?: string
  /** Small text under the title, such as a key. */
  note?: string
  description?: string
  badges?: TileText[]
  /** Shown in one line, without anything between them. */
  facts?: TileText[]
  links?: TileLink[]
  menu?: TileMenu
}

/** A hue that stays the same for a text, so that a thing keeps its colour. */
export function hueOf(text: string): number {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return sum % 360
}

/** First letter or sign that a name shows. */
export const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '#'

export function Tile(props: Props) {
  const { title, href, image, cover, hint, mutedOn, note, description, badges, facts, links, menu, data, render, env, classnames: cx } = props
  const text = (template: string | undefined) => (template ? String(tokenize(template, data, '| raw') ?? '') : '')
  const name = text(title)
  const to = text(href)
  const picture = text(image)
  const about = text(description)
  // The editor's canvas renames conditions, to show components that are hidden now; texts are none.
  const conditionOf = (one: { visibleOn?: string; $$visibleOn?: string }) => one.visibleOn ?? one.$$visibleOn
  const shown = <T extends { visibleOn?: string }>(list: T[] | undefined) => list?.filter(one => isVisible({ visibleOn: conditionOf(one) }, data)) ?? []
  const texts = (list: TileText[] | undefined) => shown(list).map(one => text(one.text))
  const marks = texts(badges)
  const known = texts(facts).join('')
  const ways = shown(links)
  const [more] = shown(menu && [menu])
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    // A new tab is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0 || event.currentTarget.target) return
    event.preventDefault()
    env.jumpTo(event.currentTarget.getAttribute('href') ?? '')
  }
  const button = cx('Button', 'Button--default', 'Button--size-sm')
  return (
    <article className={`tes-tile${mutedOn && evalExpression(mutedOn, data) ? ' is-muted' : ''}`} title={text(hint) || undefined}>
      {cover === undefined ? null : <Cover {...props} name={name} picture={text(cover)} />}
      <div className="tes-tile__head">
        {cover !== undefined ? null : picture ? (
          <img className="tes-tile__mark" src={picture} alt="" loading="lazy" />
        ) : (
          <span className="tes-tile__mark" style={{ '--tes-hue': hueOf(text(note) || name) } as React.CSSProperties} aria-hidden="true">
            {initialOf(name)}
          </span>
        )}
        <div className="tes-tile__names">
          <h3 title={name}>
            {to ? (
              <a href={to} onClick={follow}>
                {name}
              </a>
            ) : (
              name
            )}
          </h3>
          {note ? <span className="tes-tile__note">{text(note)}</span> : null}
        </div>
        {marks.length ? (
          <div className="tes-tile__badges">
            {marks.map(mark => (
              <span key={mark} className="tes-badge">
                {mark}
              </span>
            ))}
          </div>
        ) : null}
      </div>
      {description === undefined ? null : <p className={about ? undefined : 'is-empty'}>{about}</p>}
      {known ? <div className="tes-tile__facts">{known}</div> : null}
      {ways.length || more ? (
        <div className="tes-tile__actions">
          {ways.map(({ label, link, blank }) => (
            <a key={link} className={button} href={text(link)} onClick={follow} {...(blank && { target: '_blank', rel: 'noopener' })}>
              {text(label)}
            </a>
          ))}
          {more ? <Menu {...more} label={text(more.label)} className={button} cx={cx} render={render} /> : null}
        </div>
      ) : null}
    </article>
  )
}

/** The wide picture, with the box that chooses the card where its list has actions for many. */
function Cover({ name, picture, env, item, selectable, checkable, selected, onCheck }: Props & { name: string; picture: string }) {
  return (
    <div className="tes-tile__cover">
      {picture ? <img src={picture} alt="" loading="lazy" /> : null}
      {selectable && checkable !== false ? (
        <label className="tes-tile__check">
          <input type="checkbox" checked={!!selected} aria-label={sayer(env)('Choose {name}', { name })} onChange={() => onCheck(item)} />
        </label>
      ) : null}
    </div>
  )
}

/** The button of a menu; amis' own takes its place when it is first opened. */
function Menu({ label, buttons, className, cx, render }: TileMenu & { className: string; cx: Props['classnames']; render: Props['render'] }) {
  const [opened, setOpened] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!opened || !place.current) return
    // The component may come a moment later; then it gets the focus that the first button had.
    const hold = () => {
      const button = place.current?.querySelector('button')
      button?.focus({ preventScroll: true })
      return Boolean(button)
    }
    if (hold()) return
    const watch = new MutationObserver(() => hold() && watch.disconnect())
    watch.observe(place.current, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [opened])
  if (opened)
    return (
      <div ref={place}>
        {render(
          'menu',
          {
            type: 'dropdown-button',
            label,
            size: 'sm',
            trigger: 'click',
            align: 'left',
            closeOnClick: true,
            closeOnOutside: true,
            defaultIsOpened: true,
            className: 't-more',
            buttons,
          },
          // What a list hands its cards is not for the buttons of a menu: its handler of clicks would take the place of their own.
          { onClick: undefined },
        )}
      </div>
    )
  return (
    <div className={`${cx('DropDown')} t-more`}>
      <button type="button" className={className} aria-haspopup="menu" aria-expanded="false" onClick={() => setOpened(true)}>
        {label}
        <span className={cx('DropDown-caret')}>
          <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M4 1l7 7-7 7" style={{ fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 }} />
          </svg>
        </span>
      </button>
    </div>
  )
}

export default renderer('tessera-tile', Tile)
