// A package before it is installed: what is in it, what it asks for, what it would do; and the choice among its parts.
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Say } from '../words.ts'
import { partsOf, sizeText, withNeeds, type Choosing, type Inspection } from './inspection.ts'
import { Conflicts, Data, Findings, More, Pages, Rights, Sql } from './sections.tsx'
import './package-inspector.css'

interface Props {
  inspection: Inspection
  chosen: ReadonlySet<string>
  /** Without it nothing can be chosen. */
  onChoose?: ((chosen: Set<string>) => void) | undefined
  say: Say
}

export function InspectionView({ inspection, chosen, onChoose, say }: Props) {
  const parts = useMemo(() => partsOf(inspection), [inspection])
  const kept = useMemo(() => withNeeds(chosen, parts), [chosen, parts])
  const choosing: Choosing = {
    chosen,
    kept,
    say,
    neededBy: part => (chosen.has(part) ? [] : [...kept].flatMap(key => (parts.get(key)?.needs.includes(part) ? [parts.get(key)?.name ?? ''] : []))),
    choose:
      onChoose &&
      ((list, on) => {
        const next = new Set(chosen)
        for (const part of list)
          if (on) next.add(part)
          else next.delete(part)
        onChoose(next)
      }),
  }
  const { app, version, format, createdBy, size, verdict, pages, models, sql, roles, rules, findings, findingsTotal, conflicts } = inspection
  const statements = sql[0]?.groups.reduce((sum, group) => sum + group.statements.length, 0) ?? 0
  const grave = findings.filter(one => one.level !== 'info').length
  const tabs: { key: string; label: string; count?: number; warn?: boolean; body: ReactNode }[] = [
    { key: 'pages', label: say('Pages'), count: pages.length, body: <Pages pages={pages} choosing={choosing} /> },
    { key: 'data', label: say('Data models'), count: models.length, body: <Data inspection={inspection} choosing={choosing} /> },
    { key: 'sql', label: 'SQL', count: statements, body: <Sql inspection={inspection} choosing={choosing} /> },
    { key: 'rights', label: say('Roles and rights'), count: roles.length + rules.length, body: <Rights inspection={inspection} choosing={choosing} /> },
    {
      key: 'findings',
      label: say('Scripts and addresses'),
      count: findingsTotal,
      warn: grave > 0,
      body: <Findings inspection={inspection} choosing={choosing} />,
    },
    { key: 'conflicts', label: say('Conflicts'), count: conflicts.length, warn: conflicts.length > 0, body: <Conflicts inspection={inspection} say={say} /> },
    {
      key: 'more',
      label: say('Connections and files'),
      count: inspection.sources.length + inspection.variables.length + inspection.hosts.length + inspection.filesTotal,
      body: <More inspection={inspection} choosing={choosing} />,
    },
  ]
  const along = [...kept].filter(part => !chosen.has(part)).length
  return (
    <div className="tes-inspect">
      <header className="tes-inspect__head">
        <span className="tes-inspect__logo" aria-hidden="true">
          {app.logo ? <img src={app.logo} alt="" /> : [...app.name][0]}
        </span>
        <div>
          <strong>{app.name}</strong>
          <small>
            {[
              say('Version {version}', { version }),
              say('Format {format}', { format }),
              createdBy && say('Made by {name}', { name: createdBy }),
              sizeText(size),
            ]
              .filter(Boolean)
              .join(' · ')}
          </small>
          {app.description && <p>{app.description}</p>}
        </div>
      </header>
      <ul className="tes-inspect__verdict" aria-label={say('In short')}>
        {verdict.map(({ level, text }) => (
          <li key={text} className={`is-${level}`}>
            {text}
          </li>
        ))}
      </ul>
      {onChoose && (
        <p className="tes-inspect__choice" aria-live="polite">
          <span>
            {chosen.size === parts.size
              ? say('Everything comes in: {count} parts', { count: parts.size })
              : along
                ? say('{chosen} of {count} parts chosen; {along} more come along', { chosen: chosen.size, count: parts.size, along })
                : say('{chosen} of {count} parts chosen', { chosen: chosen.size, count: parts.size })}
          </span>
          <button type="button" className="tes-inspect__link" disabled={chosen.size === parts.size} onClick={() => onChoose(new Set(parts.keys()))}>
            {say('Choose all')}
          </button>
          <button type="button" className="tes-inspect__link" disabled={!chosen.size} onClick={() => onChoose(new Set())}>
            {say('Choose none')}
          </button>
        </p>
      )}
      <Tabs tabs={tabs} label={say('What is in the package')} />
    </div>
  )
}

function Tabs({ tabs, label }: { tabs: { key: string; label: string; count?: number; warn?: boolean; body: ReactNode }[]; label: string }) {
  const [open, setOpen] = useState(tabs[0]?.key)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (!step) return
    event.preventDefault()
    const next = (tabs.findIndex(tab => tab.key === open) + step + tabs.length) % tabs.length
    setOpen(tabs[next]?.key)
    ;(list.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      <div className="tes-inspect__tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(tab => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === open ? 0 : -1}
            onClick={() => setOpen(tab.key)}
          >
            {tab.label}
            {tab.count !== undefined && <em className={tab.warn ? 'is-warn' : undefined}>{tab.count}</em>}
          </button>
        ))}
      </div>
      <div className="tes-inspect__panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} tabIndex={0}>
        {tabs.find(tab => tab.key === open)?.body}
      </div>
    </>
  )
}
