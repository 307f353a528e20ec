// The parts of an inspection, a section each.
import { useState, type ReactNode } from 'react'
import type { Say } from '../words.ts'
import { sizeText, type Choosing, type Inspection, type ModelPart, type PagePart } from './inspection.ts'

interface SectionProps {
  inspection: Inspection
  choosing: Choosing
}

const Empty = ({ children, good }: { children: ReactNode; good?: boolean }) => <p className={`tes-inspect__empty${good ? ' is-good' : ''}`}>{children}</p>

/** A part with its box; what comes along without having been chosen says for whom. */
function Choose({ part, also = [], label, choosing, children }: { part: string; also?: string[]; label: string; choosing: Choosing; children: ReactNode }) {
  const { kept, chosen, neededBy, choose, say } = choosing
  const by = part ? neededBy(part) : []
  return (
    <div className={`tes-inspect__part${part && !kept.has(part) ? ' is-left' : ''}`}>
      {choose && part && <input type="checkbox" aria-label={label} checked={kept.has(part)} onChange={() => choose([part, ...also], !chosen.has(part))} />}
      <div>
        {children}
        {choose && by.length > 0 && (
          <small className="is-along">{say('Comes along: {names} needs it', { names: [...new Set(by)].slice(0, 3).join(', ') })}</small>
        )}
      </div>
    </div>
  )
}

const KINDS = { page: 'Page', group: 'Group', link: 'Link' } as const

export function Pages({ pages, choosing }: { pages: PagePart[]; choosing: Choosing }) {
  const { say } = choosing
  const below = (id: string): string[] => pages.filter(one => one.parentId === id).flatMap(one => [one.part, ...below(one.id)])
  if (!pages.length) return <Empty>{say('There are no pages in it')}</Empty>
  return (
    <ul className="tes-inspect__list">
      {pages.map(page => (
        <li key={page.part} style={{ paddingInlineStart: page.depth * 20 }}>
          <Choose part={page.part} also={below(page.id)} label={page.name} choosing={choosing}>
            <span>{page.name}</span>
            <em>{say(KINDS[page.kind])}</em>
            {(page.path || page.link) && <code>{page.path || page.link}</code>}
            {!page.visible && <em>{say('Not in the menu')}</em>}
            {page.findings > 0 && <em className="is-warn">{say('Findings: {count}', { count: page.findings })}</em>}
            {page.conflict && <small className="is-conflict">{page.conflict}</small>}
          </Choose>
        </li>
      ))}
    </ul>
  )
}

export function Data({ inspection: { models, isNew }, choosing }: SectionProps) {
  const { say } = choosing
  if (!models.length) return <Empty>{say('There are no data models in it')}</Empty>
  return (
    <ul className="tes-inspect__list">
      {models.map(model => (
        <li key={model.part}>
          <Choose part={model.part} label={model.name} choosing={choosing}>
            <span>{model.name}</span>
            <code>{model.key}</code>
            <em>{model.source}</em>
            {!model.managed && <em>{say('Read from a database')}</em>}
            {model.conflict && <small className="is-conflict">{model.conflict}</small>}
            <Fields model={model} say={say} />
          </Choose>
          {model.rows > 0 && (
            <div className="tes-inspect__rows">
              <Choose part={model.rowsPart} label={say('Example rows of {name}', { name: model.name })} choosing={choosing}>
                <span>{say('Example rows: {count}', { count: model.rows })}</span>
                {!isNew && <small>{say('They come along with an app of its own alone')}</small>}
              </Choose>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function Fields({ model, say }: { model: ModelPart; say: Say }) {
  return (
    <details>
      <summary>{say('Fields: {count}', { count: model.fields.length })}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('Field')}</th>
            <th scope="col">{say('Key')}</th>
            <th scope="col">{say('Type')}</th>
          </tr>
        </thead>
        <tbody>
          {model.fields.map(field => (
            <tr key={field.key}>
              <td>{field.name}</td>
              <td>
                <code>{field.key}</code>
              </td>
              <td>
                {[field.relation ? `${field.type}: ${field.relation}` : field.type, field.required && say('required'), field.unique && say('unique')]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {model.indexes.map(index => (
        <small key={index.name}>
          {say(index.unique ? 'Unique index {name}: {fields}' : 'Index {name}: {fields}', { name: index.name, fields: index.fields.join(', ') })}
        </small>
      ))}
    </details>
  )
}

export function Sql({ inspection: { sql, isNew }, choosing }: SectionProps) {
  const { say, kept } = choosing
  const [tag, setTag] = useState(sql[0]?.tag)
  const all = sql.find(one => one.tag === tag)?.groups ?? []
  const own = all.filter(group => group.model && kept.has(group.model))
  const groups = own.length ? all.filter(group => !group.model || kept.has(group.model)) : []
  return (
    <>
      {sql.length > 1 && (
        <label className="tes-inspect__field">
          {say('Environment')}
          <select value={tag} onChange={event => setTag(event.target.value)}>
            {sql.map(one => (
              <option key={one.tag}>{one.tag}</option>
            ))}
          </select>
        </label>
      )}
      {groups.length ? (
        <>
          {groups.map(group => (
            <section key={group.model}>
              <h4>{group.name || say('First')}</h4>
              <pre tabIndex={0}>
                <code>{group.statements.map(one => `${one};`).join('\n')}</code>
              </pre>
            </section>
          ))}
          <small>
            {isNew && `${say('“new” stands for the number of the app.')} `}
            {say('Names of indexes end in numbers that are made when it is installed.')}
            {!isNew && ` ${say('It runs when the changes are applied on the models screen, elsewhere with a release.')}`}
          </small>
        </>
      ) : (
        <Empty good>{say('No table is made or changed')}</Empty>
      )}
    </>
  )
}

export function Rights({ inspection: { roles, rules, rights, withPermissions }, choosing }: SectionProps) {
  const { say, kept } = choosing
  if (!roles.length && !rules.length) return <Empty good>{say('It asks for no roles and no rights')}</Empty>
  const shown = rights.filter(one => kept.has(one.part))
  return (
    <>
      {!withPermissions && <Empty>{say('Roles and rights stay out: you may not set permissions in this app')}</Empty>}
      <ul className="tes-inspect__list">
        {roles.map(role => (
          <li key={role.part || role.name}>
            <Choose part={role.part} label={role.name} choosing={choosing}>
              <span>{role.builtIn ? say('Rights for {role}', { role: role.name }) : role.name}</span>
              {role.outside === 'guest' && <em className="is-warn">{say('People who have not signed in')}</em>}
              {role.outside === 'external' && <em className="is-warn">{say('People from outside')}</em>}
              {role.includes.length > 0 && <small>{say('Its holders: who has {roles}', { roles: role.includes.join(', ') })}</small>}
              {role.description && <small>{role.description}</small>}
              {role.conflict && <small className="is-conflict">{role.conflict}</small>}
            </Choose>
          </li>
        ))}
        {rules.map(rule => (
          <li key={rule.part || rule.name}>
            <Choose part={rule.part} label={rule.name} choosing={choosing}>
              <span>{rule.name}</span>
              <em>{say('Row permission of {model}', { model: rule.model })}</em>
              <small>{say('{roles} see rows where {condition}', { roles: rule.roles.join(', ') || say('Nobody yet|rule'), condition: rule.condition })}</small>
            </Choose>
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{say('Who')}</th>
              <th scope="col">{say('May')}</th>
              <th scope="col">{say('Of what')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one, at) => (
              <tr key={at} className={one.outside && one.allow ? 'is-warn' : undefined}>
                <td>{one.role}</td>
                <td>{one.allow ? one.right : say('Not: {right}', { right: one.right })}</td>
                <td>{[one.of, one.environment].filter(Boolean).join(' · ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

export function Findings({ inspection: { findings, findingsTotal }, choosing }: SectionProps) {
  const { say, kept } = choosing
  const shown = findings.filter(one => kept.has(`page:${one.page}`))
  const left = findings.length - shown.length
  if (!shown.length)
    return <Empty good>{left ? say('No scripts and no addresses of elsewhere in the chosen pages') : say('No scripts and no addresses of elsewhere')}</Empty>
  return (
    <>
      <ul className="tes-inspect__findings">
        {shown.map((one, at) => (
          <li key={at} className={`is-${one.level}`}>
            <strong>{one.text}</strong>
            <small>
              {one.name} · <code>{one.path}</code>
            </small>
            <pre tabIndex={0}>
              <code>{one.excerpt}</code>
            </pre>
          </li>
        ))}
      </ul>
      {findingsTotal > findings.length && <small>{say('{shown} of {count} are shown', { shown: findings.length, count: findingsTotal })}</small>}
    </>
  )
}

const CONFLICT_KINDS: Record<string, string> = { page: 'Page', model: 'Data model', role: 'Role' }

export function Conflicts({ inspection: { conflicts }, say }: { inspection: Inspection; say: Say }) {
  if (!conflicts.length) return <Empty good>{say('Nothing of it is here already')}</Empty>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say('What')}</th>
          <th scope="col">{say('Name')}</th>
          <th scope="col">{say('What becomes of it')}</th>
        </tr>
      </thead>
      <tbody>
        {conflicts.map((one, at) => (
          <tr key={at}>
            <td>{say(CONFLICT_KINDS[one.kind] ?? one.kind)}</td>
            <td>{one.name}</td>
            <td>{one.text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function More({ inspection: { sources, variables, hosts, files, filesTotal }, choosing }: SectionProps) {
  const { say } = choosing
  if (!sources.length && !variables.length && !hosts.length && !files.length) return <Empty good>{say('It needs no connections and brings no files')}</Empty>
  return (
    <>
      {sources.length > 0 && <h4>{say('Data sources')}</h4>}
      <ul className="tes-inspect__list">
        {sources.map(source => (
          <li key={source.part}>
            <Choose part={source.part} label={source.name} choosing={choosing}>
              <span>{source.name}</span>
              <code>{source.key}</code>
              <em>{source.dialect === 'mysql' ? 'MySQL' : 'PostgreSQL'}</em>
              {source.note && <small>{source.note}</small>}
            </Choose>
          </li>
        ))}
      </ul>
      {variables.length > 0 && <h4>{say('Variables that stand for addresses')}</h4>}
      <ul className="tes-inspect__list">
        {variables.map(one => (
          <li key={one.name}>
            <code>{one.name}</code> <small>{one.pages.join(', ')}</small>
          </li>
        ))}
      </ul>
      {hosts.length > 0 && <h4>{say('Other hosts whose pictures, media and frames the pages show')}</h4>}
      <ul className="tes-inspect__list">
        {hosts.map(one => (
          <li key={`${one.host} ${one.kind}`}>
            <code>{one.host}</code>{' '}
            <small>{say(one.isAllowed ? 'allowed, and shown' : 'not shown until an administrator of the organisation allows it under Outside hosts')}</small>{' '}
            <small>{one.pages.join(', ')}</small>
          </li>
        ))}
      </ul>
      {files.length > 0 && <h4>{say('Files: {count}', { count: filesTotal })}</h4>}
      <ul className="tes-inspect__list">
        {files.map((file, at) => (
          <li key={at}>
            {file.name} <small>{`${file.mime} · ${sizeText(file.size)}`}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
