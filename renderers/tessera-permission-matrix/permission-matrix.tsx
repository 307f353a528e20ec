// The permissions of resources: roles, kinds and one grid of boxes. Changes stay here until they are saved, after a look at what they do.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { createObject, normalizeApi, type RendererProps } from 'amis-core'
import { renderer, useInstance } from '../register.tsx'
import { sayer } from '../words.ts'
import { Confirm, Problem, Words } from '../workplace/ui.tsx'
import { Grid, type Column, type GridRow, type Place } from './grid.tsx'
import { Legend } from './legend.tsx'
import type { Matrix, MatrixResource, MatrixRole } from './matrix.ts'
import { OwnPermissions } from './own-permissions.tsx'
import { RoleList, RoleSelect, TypeList } from './side-lists.tsx'
import { useBoxes, useMatrix, type Fetched } from './use-matrix.ts'
import { WhatIf } from './what-if.tsx'
import '../workplace/workplace.css'
import './permission-matrix.css'

interface Props extends RendererProps {
  typesApi: unknown
  api: unknown
  saveApi: unknown
  whatIfApi: unknown
  addOptionApi: unknown
  renameOptionApi: unknown
  deleteOptionApi: unknown
  /** Who has a say over boxes alone asks nothing about people, and gives pages no permissions of their own. */
  boxesOnly?: boolean
}
/** How deep each resource stands. */
const depthsOf = (resources: readonly MatrixResource[]): number[] => {
  const depths: number[] = []
  for (const { parent } of resources) depths.push(parent < 0 ? 0 : (depths[parent] ?? 0) + 1)
  return depths
}

export function PermissionMatrix(props: Props) {
  const { env, data, typesApi, api, saveApi, whatIfApi, addOptionApi, renameOptionApi, deleteOptionApi, boxesOnly, dispatchEvent } = props
  const say = sayer(env)
  const [kind, setKind] = useState('page')
  const [role, setRole] = useState(0)
  const [view, setView] = useState<'role' | 'option'>('role')
  const [option, setOption] = useState(0)
  const [other, setOther] = useState(-1)
  const [query, setQuery] = useState('')
  const [asking, setAsking] = useState<{ go(): void }>()
  const [looking, setLooking] = useState(false)
  const [own, setOwn] = useState<number>()

  const ask = useCallback(
    async (what: unknown, values: object = {}): Promise<Fetched> =>
      (await env
        .fetcher(normalizeApi(what as never), createObject(data, values))
        .catch((error: Error) => ({ ok: false, msg: error.message }))) as unknown as Fetched,
    [env, data],
  )
  const fallback = say('The interface call failed')
  const calls = useMemo(
    () => ({
      types: () => ask(typesApi),
      matrix: (values: { kind: string; boxesOf: string }) => ask(api, values),
      fallback,
    }),
    [ask, typesApi, api, fallback],
  )
  const { types, matrix, problem, version, redraw, load, complete } = useMatrix(calls)
  const resources = useMemo(() => matrix?.data.resources ?? [], [matrix])
  const roles = useMemo<readonly MatrixRole[]>(() => matrix?.data.roles ?? [], [matrix])
  const options = useMemo(() => matrix?.data.options ?? [], [matrix])
  const isByRole = view === 'role'
  const shownRoles = useMemo(() => (isByRole ? [role, other] : roles.map((_, at) => at)), [isByRole, role, other, roles])

  /** A kind as it is on the server now, with the same roles shown; `kept` are changes that must not be lost. */
  async function open(of: string, kept?: Matrix) {
    const [shown, beside] = [roles[role]?.value, roles[other]?.value]
    const next = await load(
      of,
      shownRoles.flatMap(at => roles[at]?.value ?? []),
      kept,
    )
    if (!next) return
    const placeOf = (id: string | undefined) => next.data.roles.findIndex(({ value }) => value === id)
    setRole(Math.max(0, placeOf(shown)))
    setOther(beside === undefined ? -1 : placeOf(beside))
    setOption(now => (now < next.data.options.length ? now : 0))
  }
  const isWhole = useBoxes(matrix, shownRoles, missing => {
    if (matrix) void complete(matrix, missing).then(done => (done ? undefined : open(kind, matrix)))
  })
  const readAgain = () => void open(kind, matrix)
  const self = useInstance(props, { reload: readAgain, readAgain })

  const changed = matrix?.changed ?? 0
  const leaving = useRef(0)
  leaving.current = changed
  const isChanged = changed > 0
  useEffect(() => {
    if (!isChanged) return
    return (env as { blockRouting?(ask: () => string | undefined): () => void }).blockRouting?.(() =>
      leaving.current ? say('There are unsaved changes. Leave anyway?') : undefined,
    )
  }, [isChanged, env, say])

  const guarded = (go: () => void) => (changed ? setAsking({ go }) : go())
  const drop = () => {
    matrix?.discard()
    redraw()
  }

  const depths = useMemo(() => depthsOf(resources), [resources])

  // Looks at boxes too, so a change may find others; not while typing goes on, where only the words count.
  const wantsBoxes = /overridden|changed|can/.test(query)
  const boxesSeen = wantsBoxes || other >= 0 ? version : 0
  const found = useMemo(() => {
    if (!matrix) return []
    const differing = other >= 0 ? new Set(matrix.differing(role, other)) : undefined
    return matrix.search(query, role).filter(at => !differing || differing.has(at) || (resources[at] as MatrixResource).isGroup)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the matrix is changed in place, which its version tells
  }, [matrix, query, role, other, resources, boxesSeen])
  const rows = useMemo<GridRow[]>(
    () =>
      found.map(at => ({
        key: (resources[at] as MatrixResource).id,
        label: (resources[at] as MatrixResource).label,
        depth: depths[at] ?? 0,
        isGroup: (resources[at] as MatrixResource).isGroup,
      })),
    [found, resources, depths],
  )
  const columns = useMemo<Column[]>(
    () =>
      isByRole
        ? options.map(({ value, label, group }) => ({
            key: value,
            label,
            hint: group === 'builtIn' ? label : `${label} (${value})`,
            group: { builtIn: say('Built-in'), api: say('API permissions'), custom: say('Custom permissions') }[group],
          }))
        : roles.map(({ value, label }) => ({ key: value, label })),
    [isByRole, options, roles, say],
  )
  const boxAt = useCallback(
    (row: number, column: number) => {
      const at = found[row] as number
      const [r, o] = isByRole ? [role, column] : [column, option]
      return matrix?.has(at, o) ? matrix.at(r, at, o) : undefined
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the matrix is changed in place, which its version tells
    [matrix, found, isByRole, role, option, version],
  )
  const otherAt = useCallback(
    (row: number, column: number) => (matrix?.has(found[row] as number, column) ? matrix.isAllowed(other, found[row] as number, column) : undefined),
    [matrix, found, other],
  )

  const openMenu = useCallback((row: number) => setOwn(found[row]), [found])

  const changeAll = (places: Place[], change: (role: number, resource: number, option: number) => boolean) => {
    let some = false
    for (const { row, column } of places) {
      const [r, o] = isByRole ? [role, column] : [column, option]
      some = change(r, found[row] as number, o) || some
    }
    if (some) redraw()
  }
  function toggle(places: Place[]) {
    if (!matrix) return
    const last = places.at(-1)
    const first = places.map(({ row, column }) => boxAt(row, column)).find(box => box && !box.locked)
    if (!last || !first) return
    const to = !first.allowed
    changeAll(places, (r, resource, o) => matrix.set(r, resource, o, to))
  }
  const reset = (places: Place[]) => changeAll(places, (r, resource, o) => !!matrix?.has(resource, o) && matrix.reset(r, resource, o))
  const why = ({ row, column }: Place) => {
    const [r, o] = isByRole ? [role, column] : [column, option]
    const resource = resources[found[row] as number]
    const about = {
      role: roles[r]?.value,
      roleName: roles[r]?.label,
      kind,
      resourceId: resource?.id,
      resourceName: resource?.label,
      option: options[o]?.value,
      optionName: options[o]?.label,
    }
    void dispatchEvent('why', createObject(data, about), self)
  }

  async function save() {
    const answer = await ask(saveApi, { kind, changes: matrix?.changes() ?? [] })
    if (!answer.ok) {
      env.notify('error', answer.msg || fallback)
      throw new Error(answer.msg || fallback)
    }
    matrix?.discard()
    env.notify('success', answer.msg || say('Saved'))
    await open(kind)
  }

  if (problem)
    return (
      <div className="tes-matrix is-failed">
        <Problem>{problem}</Problem>
        <button type="button" className="tes-button" onClick={() => void open(kind, matrix)}>
          {say('Try again')}
        </button>
      </div>
    )
  if (!matrix || !types) return <div className="tes-matrix is-loading" role="status" aria-label={say('Loading')} />
  const type = types.find(({ value }) => value === kind)
  const { locked } = matrix.data
  const chooseKind = (next: string) =>
    guarded(() => {
      setKind(next)
      setQuery('')
      setOther(-1)
      drop()
      void open(next)
    })
  return (
    <Words.Provider value={say}>
      <div className="tes-matrix">
        <RoleList
          roles={roles}
          chosen={isByRole ? role : -1}
          onChoose={at =>
            guarded(() => {
              drop()
              setRole(at)
              setView('role')
              if (other === at) setOther(-1)
            })
          }
        />
        <TypeList types={types} chosen={kind} onChoose={chooseKind} />
        <section className="tes-matrix__main" aria-label={say('Permissions of {name}', { name: type?.label ?? kind })}>
          <div className="tes-matrix__tools">
            <input
              type="search"
              className="tes-matrix__search"
              placeholder={say('Search: name, overridden, changed, can:edit')}
              aria-label={say('Search resources')}
              title={say(
                'Words look for names. overridden finds what is set here, changed what is not saved, can:edit and cannot:edit look at a permission, type:role goes to another kind.',
              )}
              value={query}
              onChange={event => {
                const typed = event.target.value
                const wanted = /(?:^|\s)type:(\w+)\s/.exec(typed)?.[1]
                const next =
                  wanted && types.find(({ value, label }) => value.toLowerCase() === wanted.toLowerCase() || label.toLowerCase() === wanted.toLowerCase())
                if (next && next.value !== kind) return chooseKind(next.value)
                setQuery(typed.replace(/(^|\s)type:\w+\s/, '$1'))
              }}
            />
            <div className="tes-matrix__views" role="group" aria-label={say('View')}>
              <button type="button" aria-pressed={isByRole} onClick={() => setView('role')}>
                {say('One role')}
              </button>
              <button
                type="button"
                aria-pressed={!isByRole}
                onClick={() => {
                  setOther(-1)
                  setView('option')
                }}
              >
                {say('One permission')}
              </button>
            </div>
            {isByRole ? (
              <label className="tes-matrix__pick">
                {say('Compare with')}
                <RoleSelect roles={roles} without={role} value={other} onChoose={setOther} />
              </label>
            ) : (
              <label className="tes-matrix__pick">
                {say('Permission')}
                <select value={option} onChange={event => setOption(Number(event.target.value))}>
                  {options.map(({ value, label }, at) => (
                    <option key={value} value={at}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {isByRole && other >= 0 && !locked && (
              <button
                type="button"
                className="tes-button"
                onClick={() => {
                  matrix.copyRole(other, role, found)
                  redraw()
                }}
              >
                {say('Take over from {name}', { name: roles[other]?.label ?? '' })}
              </button>
            )}
          </div>
          {!isWhole ? (
            <div className="tes-matrix__empty is-loading" role="status" aria-label={say('Loading')} />
          ) : rows.length ? (
            <Grid
              label={
                isByRole
                  ? say('Permissions of the role {name}', { name: roles[role]?.label ?? '' })
                  : say('Who has the permission {name}', { name: options[option]?.label ?? '' })
              }
              rows={rows}
              columns={columns}
              columnWidth={isByRole ? 96 : 120}
              boxAt={boxAt}
              otherAt={isByRole && other >= 0 ? otherAt : undefined}
              version={version}
              onToggle={toggle}
              onReset={reset}
              onWhy={boxesOnly ? undefined : why}
              onMenu={kind === 'page' && !locked && !boxesOnly && isByRole ? openMenu : undefined}
              say={say}
            />
          ) : (
            <div className="tes-matrix__empty">
              <p>
                {resources.length
                  ? other >= 0 && !query
                    ? say('The two roles may do the same.')
                    : say('Nothing fits the search.')
                  : say('There is nothing of this kind yet.')}
              </p>
              {!resources.length && type?.createUrl && (
                <a href={type.createUrl} data-go>
                  {say('Create one')}
                </a>
              )}
            </div>
          )}
          <div className="tes-matrix__foot">
            <Legend boxesOnly={boxesOnly} />
            {changed > 0 && (
              <button type="button" className="tes-button" onClick={drop}>
                {say('Discard changes ({count})', { count: changed })}
              </button>
            )}
            <button type="button" className="tes-button is-primary" disabled={locked || !changed} onClick={() => setLooking(true)}>
              {locked ? say('The current app forbids manual editing of resource permissions') : say('Save')}
            </button>
          </div>
        </section>
        {asking && (
          <Confirm
            title={say('Unsaved changes')}
            action={say('Switch')}
            danger
            onClose={() => setAsking(undefined)}
            onConfirm={() => {
              drop()
              asking.go()
            }}
          >
            <p>{say('You have unsaved changes, switching will lose the data, switch?')}</p>
          </Confirm>
        )}
        {looking && <WhatIf ask={() => ask(whatIfApi, { kind, changes: matrix.changes() })} count={changed} onSave={save} onClose={() => setLooking(false)} />}
        {own !== undefined && (
          <OwnPermissions
            page={resources[own] as MatrixResource}
            options={options.filter(one => one.group === 'custom' && resources[own]?.custom.includes(one.value))}
            ask={(what, values) =>
              ask({ add: addOptionApi, rename: renameOptionApi, delete: deleteOptionApi }[what], { pageId: resources[own]?.id, ...values })
            }
            onChanged={() => open(kind, matrix)}
            onClose={() => setOwn(undefined)}
          />
        )}
      </div>
    </Words.Provider>
  )
}

export default renderer('tessera-permission-matrix', PermissionMatrix)
