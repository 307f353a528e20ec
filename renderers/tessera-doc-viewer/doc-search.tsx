// Search through all documents: what is found stands under the field, and leads to the section.
import { useEffect, useRef, useState, type MouseEvent } from 'react'
import type { Say } from '../words.ts'

export interface Hit {
  key: string
  title: string
  anchor: string
  heading: string
  excerpt: string
}
interface Props {
  find(keywords: string): Promise<Hit[]>
  addressOf(key: string): string
  go(event: MouseEvent, address: string): void
  say: Say
}

/** Typing goes on for so long before it is asked. */
const PAUSE = 200

export function Found({ find, addressOf, go, say }: Props) {
  const [keywords, setKeywords] = useState('')
  const [hits, setHits] = useState<Hit[]>()
  const [problem, setProblem] = useState('')
  const turn = useRef(0)
  const asked = keywords.trim()
  useEffect(() => {
    const mine = ++turn.current
    setProblem('')
    if (!asked) return setHits(undefined)
    const timer = setTimeout(
      () =>
        find(asked).then(
          found => mine === turn.current && setHits(found),
          (error: Error) => mine === turn.current && setProblem(error.message),
        ),
      PAUSE,
    )
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked when the words change; `find` is another function at each drawing
  }, [asked])

  return (
    <div role="search" className="tes-docs__search">
      <input
        type="search"
        value={keywords}
        maxLength={100}
        placeholder={say('Search the documentation')}
        aria-label={say('Search the documentation')}
        onChange={event => setKeywords(event.target.value)}
        onKeyDown={event => event.key === 'Escape' && keywords && (event.stopPropagation(), setKeywords(''))}
      />
      <div role="status">
        {problem && <p className="tes-docs__none">{problem}</p>}
        {!problem && hits && !hits.length && <p className="tes-docs__none">{say('Nothing found for “{keywords}”', { keywords: asked })}</p>}
      </div>
      {!problem && !!hits?.length && (
        <ul aria-label={say('Search results')}>
          {hits.map(hit => {
            const address = `${addressOf(hit.key)}${hit.anchor ? `#${encodeURIComponent(hit.anchor)}` : ''}`
            return (
              <li key={address}>
                <a
                  href={address}
                  onClick={event => {
                    go(event, address)
                    setKeywords('')
                  }}
                >
                  <strong>{hit.heading ? `${hit.title} › ${hit.heading}` : hit.title}</strong>
                  <span>{hit.excerpt}</span>
                </a>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
