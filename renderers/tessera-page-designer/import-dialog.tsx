// Pages from files of an amis project or a package: looked into first where that is wanted; what was made, what was refused and why.
import { useMemo, useRef, useState } from 'react'
import { choiceText, partsOf, type Inspection } from '../tessera-package-inspector/inspection.ts'
import { InspectionView } from '../tessera-package-inspector/view.tsx'
import { CallFailed, type Calls, type ImportPlan, type ImportReport } from './calls.ts'
import { mappingIn, TryMapping } from './try-mapping.tsx'
import { Icon } from '../icons.tsx'
import { Dialog, Field, Problem, useSay } from '../workplace/ui.tsx'

interface Props {
  calls: Calls
  onDone(report: ImportReport): void
  onClose(): void
}

export function ImportDialog({ calls, onDone, onClose }: Props) {
  const say = useSay()
  const [files, setFiles] = useState<File[]>([])
  const [password, setPassword] = useState('')
  const [report, setReport] = useState<ImportReport>()
  const [error, setError] = useState('')
  const [seen, setSeen] = useState<Inspection>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [converts, setConverts] = useState(true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [onConflict, setOnConflict] = useState('rename')
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isPackage = files.some(({ name }) => /\.(amis|aisuda)$/i.test(name))
  const take = (given: FileList | null) => {
    if (!given?.length) return
    setFiles([...given])
    setSeen(undefined)
    setPlan(undefined)
    setError('')
  }
  /** What the calls get, the file last. */
  const formOf = (more: Record<string, string>) => {
    const form = new FormData()
    if (isPackage && password) form.append('password', password)
    for (const [name, value] of Object.entries(more)) form.append(name, value)
    for (const file of files) form.append('file', file, file.name)
    return form
  }
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setError('')
    try {
      await work()
    } catch (problem) {
      const { message, errors } = problem as CallFailed
      setError([message, ...Object.values(errors ?? {})].filter(Boolean).join(' · '))
    } finally {
      setBusy(false)
    }
  }
  const lookInside = (conflict: string, convert = converts) =>
    attempt(async () => {
      // A zip is a package or a project; the server knows.
      const planned = isPackage ? undefined : await calls.planImport(formOf({ onConflict: conflict, convert: convert ? 'yes' : 'no' }))
      if (planned && !planned.isPackage) {
        setOnConflict(conflict)
        setConverts(convert)
        return setPlan(planned)
      }
      const found = await calls.inspectImport(formOf({ onConflict: conflict }))
      setOnConflict(conflict)
      // Another way with what is here already keeps the choice.
      if (!seen) setChosen(new Set(partsOf(found).keys()))
      setSeen(found)
    })
  const send = () =>
    attempt(async () => {
      const choice: Record<string, string> = seen
        ? { onConflict, sha256: seen.sha256, parts: choiceText(chosen, partsOf(seen)) }
        : plan
          ? { onConflict, convert: converts ? 'yes' : 'no' }
          : {}
      const made = await calls.importFiles(formOf(choice))
      setReport(made)
      onDone(made)
    })
  if (report) return <Report report={report} onClose={onClose} />
  if (seen)
    return (
      <Dialog title={say('Look inside {name}', { name: files[0]?.name ?? '' })} className="is-look" onClose={onClose}>
        <div className="tes-dialog__body">
          <InspectionView inspection={seen} chosen={chosen} onChoose={setChosen} say={say} />
          <OnConflict
            help={say('Pages whose address is taken, models and roles whose name is taken.')}
            value={onConflict}
            busy={busy}
            onChange={value => void lookInside(value)}
          />
          {error && <Problem>{error}</Problem>}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={() => setSeen(undefined)}>
            {say('Back')}
          </button>
          <button type="button" className="tes-button is-primary" disabled={!chosen.size || busy} onClick={() => void send()}>
            {busy ? say('Importing…') : say('Import what is chosen')}
          </button>
        </footer>
      </Dialog>
    )
  if (plan)
    return (
      <Dialog title={say('What the import would do')} className="is-look" onClose={onClose}>
        <div className="tes-dialog__body tes-report">
          {plan.conversionsTotal > 0 && (
            <label className="tes-check">
              <input type="checkbox" checked={converts} disabled={busy} onChange={event => void lookInside(onConflict, event.target.checked)} />
              <span>{say('Convert scripts that can be written as expressions: {count}', { count: plan.conversionsTotal })}</span>
            </label>
          )}
          <OnConflict help={say('Pages whose address is taken.')} value={onConflict} busy={busy} onChange={value => void lookInside(value)} />
          <Plan plan={plan} converts={converts} />
          {error && <Problem>{error}</Problem>}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={() => setPlan(undefined)}>
            {say('Back')}
          </button>
          <button type="button" className="tes-button is-primary" disabled={!plan.made.length || busy} onClick={() => void send()}>
            {busy ? say('Importing…') : say('Import')}
          </button>
        </footer>
      </Dialog>
    )
  return (
    <Dialog title={say('Import amis files')} onClose={onClose}>
      <div className="tes-dialog__body">
        <p>{say('Choose a site.json with its pages, single pages, a zip of an amis project, or an app package (.amis).')}</p>
        <button
          type="button"
          className={`tes-drop${over ? ' is-over' : ''}`}
          onClick={() => input.current?.click()}
          onDragOver={event => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files)
          }}
        >
          <Icon name="upload" size={20} />
          <span>{files.length ? files.map(({ name }) => name).join(', ') : say('Choose files or drop them here')}</span>
        </button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept=".json,.zip,.amis,.aisuda"
          aria-label={say('Files')}
          onChange={event => take(event.target.files)}
        />
        {isPackage && (
          <Field label={say('Password of the package')} help={say('Only if it was made with one.')}>
            {(id, note) => (
              <input
                id={id}
                aria-describedby={note}
                className="tes-input"
                type="password"
                autoComplete="off"
                maxLength={100}
                value={password}
                onChange={event => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
        {error && <Problem>{error}</Problem>}
      </div>
      <footer>
        <button type="button" className="tes-button" onClick={onClose}>
          {say('Cancel')}
        </button>
        {files.length > 0 && (
          <button type="button" className="tes-button" disabled={busy} onClick={() => void lookInside(onConflict)}>
            {busy ? say('Looking…') : say('Look inside')}
          </button>
        )}
        <button type="button" className="tes-button is-primary" disabled={!files.length || busy} onClick={() => void send()}>
          {busy ? say('Importing…') : say('Import')}
        </button>
      </footer>
    </Dialog>
  )
}

function OnConflict({ help, value, busy, onChange }: { help: string; value: string; busy: boolean; onChange(value: string): void }) {
  const say = useSay()
  return (
    <Field label={say('What is here already')} help={help}>
      {(id, note) => (
        <select id={id} aria-describedby={note} className="tes-input" value={value} disabled={busy} onChange={event => onChange(event.target.value)}>
          <option value="rename">{say('Add it beside, under another name')}</option>
          <option value="skip">{say('Use what is here')}</option>
        </select>
      )}
    </Field>
  )
}

const SHOWN: Record<string, string> = { pictures: 'pictures', media: 'video and sound', frames: 'frames' }

function Plan({ plan: { made, refused, notes, conversions, conversionsTotal, hosts }, converts }: { plan: ImportPlan; converts: boolean }) {
  const say = useSay()
  const mappings = useMemo(() => conversions.map(({ to }) => mappingIn(to)), [conversions])
  return (
    <>
      <h3>{say('To be made: {count}', { count: made.length })}</h3>
      <ul>
        {made.map((one, at) => (
          <li key={at}>
            <span>{one.name}</span>
            <code>{one.path}</code>
          </li>
        ))}
      </ul>
      <Reasons title={say('To be left out: {count}', { count: refused.length })} list={refused} />
      {conversions.length > 0 && (
        <>
          <h3>{say(converts ? 'To be converted: {count}' : 'Could be converted: {count}', { count: conversionsTotal })}</h3>
          <ul className="tes-report__conversions">
            {conversions.map((one, at) => (
              <li key={at}>
                <span>
                  {one.name} · <code>{one.path}</code>
                </span>
                <del>{one.from}</del> <ins>{one.to || say('left out')}</ins>
                {mappings[at] && <TryMapping mapping={mappings[at]} />}
              </li>
            ))}
          </ul>
        </>
      )}
      {hosts.length > 0 && (
        <>
          <h3>{say('Shown of other hosts: {count}', { count: hosts.length })}</h3>
          <ul>
            {hosts.map(({ host, kind, isAllowed }) => (
              <li key={`${host} ${kind}`}>
                <code>{host}</code>
                <small>
                  {say(SHOWN[kind] ?? kind)} ·{' '}
                  {isAllowed ? say('allowed') : say('not shown until an administrator of the organisation allows it under Outside hosts')}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Reasons title={say('To be different from before: {count}', { count: notes.length })} list={notes} />
    </>
  )
}

function Report({ report, onClose }: { report: ImportReport; onClose(): void }) {
  const say = useSay()
  const { made, refused, notes } = report
  return (
    <Dialog title={say('Imported')} onClose={onClose}>
      <div className="tes-dialog__body tes-report">
        <h3>{say('Made: {count}', { count: made.length })}</h3>
        <ul>
          {made.map(one => (
            <li key={one.id}>
              <span>{one.name}</span>
              <code>{one.path}</code>
            </li>
          ))}
        </ul>
        <Reasons title={say('Refused: {count}', { count: refused.length })} list={refused} />
        <Reasons title={say('Changed on the way: {count}', { count: notes.length })} list={notes} />
      </div>
      <footer>
        <button type="button" className="tes-button is-primary" onClick={onClose}>
          {say('Done')}
        </button>
      </footer>
    </Dialog>
  )
}

function Reasons({ title, list }: { title: string; list: ImportReport['refused'] }) {
  if (!list.length) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {list.map((one, i) => (
          <li key={i}>
            <span>{one.name || one.file}</span>
            <small>{one.reason}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
