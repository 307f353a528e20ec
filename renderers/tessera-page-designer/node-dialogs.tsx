// Making and setting up a page, group or link, and deleting one.
import { useState, type FormEvent } from 'react'
import { CallFailed, type Calls, type Schema } from './calls.ts'
import { countBelow, walk, type PageNode } from './tree.ts'
import { Confirm, Dialog, Field, Problem, useSay } from '../workplace/ui.tsx'

interface FormProps {
  calls: Calls
  nodes: PageNode[]
  kind: PageNode['kind']
  /** Set when an existing one is changed. */
  node?: PageNode
  parentId?: string | null
  /** Of a new page: other ways to begin than with a blank one. */
  starts?: { label: string; help: string; go(): void }[]
  onDone(id: string): void
  onClose(): void
}

export function NodeForm({ calls, nodes, kind, node, parentId = null, starts = [], onDone, onClose }: FormProps) {
  const say = useSay()
  const [values, setValues] = useState({
    name: node?.name ?? '',
    path: node?.path ?? '',
    link: node?.link ?? '',
    parentId: node ? node.parentId : parentId,
    visible: node?.visible ?? true,
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const parents: { id: string; label: string }[] = []
  const list = (all: PageNode[], depth: number) => {
    for (const one of all) {
      if (one.id === node?.id || one.kind === 'link') continue
      parents.push({ id: one.id, label: '\u2003'.repeat(depth) + one.name })
      list(one.children, depth + 1)
    }
  }
  list(nodes, 0)
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!values.name.trim()) return setErrors({ name: say('Required') })
    if (kind === 'link' && !values.link.trim()) return setErrors({ link: say('Required') })
    setBusy(true)
    setErrors({})
    const body = {
      name: values.name.trim(),
      parentId: values.parentId,
      visible: values.visible,
      ...(kind === 'page' && { path: values.path.trim() }),
      ...(kind === 'link' && { link: values.link.trim() }),
    }
    try {
      if (node) {
        await calls.update(node.id, body)
        onDone(node.id)
      } else {
        const schema: Schema = { type: 'page', title: body.name, body: [] }
        const { id } = await calls.create({ ...body, kind, ...(kind === 'page' && { schema }) })
        onDone(id)
      }
      onClose()
    } catch (problem) {
      const { errors: fields, message } = problem as CallFailed
      setErrors(fields && Object.keys(fields).length ? fields : { form: message })
      setBusy(false)
    }
  }
  const titles = {
    page: [say('New page'), say('Page settings')],
    group: [say('New group'), say('Group settings')],
    link: [say('New link'), say('Link settings')],
  }
  return (
    <Dialog title={titles[kind][node ? 1 : 0] ?? ''} onClose={onClose}>
      <form onSubmit={send} noValidate>
        <div className="tes-dialog__body">
          {starts.length > 0 && (
            <div className="tes-starts">
              {starts.map(({ label, help, go }) => (
                <button key={label} type="button" onClick={go}>
                  <strong>{label}</strong>
                  <small>{help}</small>
                </button>
              ))}
            </div>
          )}
          <Field label={say('Name')} error={errors.name}>
            {(id, note) => (
              <input
                id={id}
                aria-describedby={note}
                aria-invalid={!!errors.name}
                className="tes-input"
                autoFocus
                required
                maxLength={50}
                value={values.name}
                onChange={event => set({ name: event.target.value })}
              />
            )}
          </Field>
          {kind === 'page' && (
            <Field label={say('Path')} error={errors.path} help={say('Address in the app, such as /orders or /orders/:id. Empty makes one from the name.')}>
              {(id, note) => (
                <input
                  id={id}
                  aria-describedby={note}
                  aria-invalid={!!errors.path}
                  className="tes-input"
                  maxLength={200}
                  placeholder="/orders"
                  value={values.path}
                  onChange={event => set({ path: event.target.value })}
                />
              )}
            </Field>
          )}
          {kind === 'link' && (
            <Field label={say('Address')} error={errors.link} help={say('https://… opens a new tab; /orders leads to a page of this app.')}>
              {(id, note) => (
                <input
                  id={id}
                  aria-describedby={note}
                  aria-invalid={!!errors.link}
                  className="tes-input"
                  maxLength={500}
                  placeholder="https://"
                  value={values.link}
                  onChange={event => set({ link: event.target.value })}
                />
              )}
            </Field>
          )}
          <Field label={say('Inside')} error={errors.parentId}>
            {id => (
              <select id={id} className="tes-input" value={values.parentId ?? ''} onChange={event => set({ parentId: event.target.value || null })}>
                <option value="">{say('Top level')}</option>
                {parents.map(({ id: key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <label className="tes-check">
            <input type="checkbox" checked={values.visible} onChange={event => set({ visible: event.target.checked })} />
            {say('Visible in the menu')}
          </label>
          {errors.form && <Problem>{errors.form}</Problem>}
        </div>
        <footer>
          <button type="button" className="tes-button" onClick={onClose}>
            {say('Cancel')}
          </button>
          <button type="submit" className="tes-button is-primary" disabled={busy}>
            {node ? say('Save') : say('Create')}
          </button>
        </footer>
      </form>
    </Dialog>
  )
}

interface DeleteProps {
  node: PageNode
  onConfirm(withChildren: boolean): Promise<unknown>
  onClose(): void
}

export function DeleteDialog({ node, onConfirm, onClose }: DeleteProps) {
  const say = useSay()
  const below = countBelow(node)
  const names: string[] = []
  walk(node.children, one => names.push(one.name))
  return (
    <Confirm
      title={say('Delete “{name}”?', { name: node.name })}
      action={below ? say('Delete all {count}', { count: below + 1 }) : say('Delete')}
      danger
      onConfirm={() => onConfirm(below > 0)}
      onClose={onClose}
    >
      {node.kind === 'page' && <p>{say('The page goes with its {count} versions. Releases that hold it keep it.', { count: node.version })}</p>}
      {node.kind === 'group' && !below && <p>{say('The group is empty.')}</p>}
      {node.kind === 'link' && <p>{say('Only the link goes; the page it leads to stays.')}</p>}
      {below > 0 && (
        <>
          <p className="tes-warn">{say('What is inside goes too: {count}', { count: below })}</p>
          <ul className="tes-names">
            {names.slice(0, 8).map((name, i) => (
              <li key={i}>{name}</li>
            ))}
            {names.length > 8 && <li>{say('and {count} more', { count: names.length - 8 })}</li>}
          </ul>
        </>
      )}
    </Confirm>
  )
}
