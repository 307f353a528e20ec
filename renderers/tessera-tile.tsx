// A card for one thing among many: picture or coloured initial, linked title, note, description, badges, a line of facts, actions.
import type { MouseEvent } from 'react'
import { tokenize, type RendererProps, type Schema } from 'amis-core'
import { renderer } from './register.tsx'
import './tessera-tile.css'

interface Props extends RendererProps {
  title?: string
  /** Where the title leads; without it the title is no link. */
  href?: string
  image?: string
  /** Small text under the title, such as a key. */
  note?: string
  description?: string
  badges?: Schema
  facts?: Schema
  actions?: Schema
}

/** A hue that stays the same for a text, so that a thing keeps its colour. */
export function hueOf(text: string): number {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 3600
  return sum % 360
}

/** First letter or sign that a name shows. */
export const initialOf = (name: string) => /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '#'

export function Tile({ title, href, image, note, description, badges, facts, actions, data, render, env }: Props) {
  const text = (template: string | undefined) => (template ? String(tokenize(template, data, '| raw') ?? '') : '')
  const name = text(title)
  const to = text(href)
  const picture = text(image)
  const about = text(description)
  const follow = (event: MouseEvent) => {
    // A new tab is the browser's own business.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    env.jumpTo(to)
  }
  return (
    <article className="tes-tile">
      <div className="tes-tile__head">
        {picture ? (
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
        {badges ? <div className="tes-tile__badges">{render('badges', badges)}</div> : null}
      </div>
      {description === undefined ? null : <p className={about ? undefined : 'is-empty'}>{about}</p>}
      {facts ? <div className="tes-tile__facts">{render('facts', facts)}</div> : null}
      {actions ? <div className="tes-tile__actions">{render('actions', actions)}</div> : null}
    </article>
  )
}

export default renderer('tessera-tile', Tile)
