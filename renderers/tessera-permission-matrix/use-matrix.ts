// Fetches the matrix of a kind, and the boxes of roles when they are looked at.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Matrix, type MatrixData } from './matrix.ts'
import type { ResourceType } from './side-lists.tsx'

export type Fetched = { ok: boolean; msg: string; data?: unknown }
interface Calls {
  types(): Promise<Fetched>
  matrix(values: { kind: string; boxesOf: string }): Promise<Fetched>
  /** What to say when an answer does not. */
  fallback: string
}

/** More ids than this are no address any more; then all roles come. */
const MOST_ROLES = 500
const boxesOf = (ids: readonly string[]) => (ids.length > MOST_ROLES ? '' : [...new Set(ids)].join(',') || 'first')

/** The tab that was clicked is in the address, too, and React draws the rest of the screen for that first; nobody waits for that, but for this. */
const showNow = flushSync

/** The same changes in the same place of a newer matrix, where there still is one. */
function carryOver(from: Matrix, to: Matrix) {
  const { roles, resources, options } = to.data
  for (const { roleId, resourceId, option, allow } of from.changes()) {
    const role = roles.findIndex(({ value }) => value === roleId)
    const resource = resources.findIndex(({ id }) => id === resourceId)
    const column = options.findIndex(({ value }) => value === option)
    if (role >= 0 && resource >= 0 && column >= 0) to.set(role, resource, column, allow)
  }
}

export function useMatrix({ types: askTypes, matrix: askMatrix, fallback }: Calls) {
  const [types, setTypes] = useState<ResourceType[]>()
  const [matrix, setMatrix] = useState<Matrix>()
  const [problem, setProblem] = useState('')
  const [version, setVersion] = useState(0)
  const turn = useRef(0)
  const redraw = useCallback(() => setVersion(now => now + 1), [])

  /** With the boxes of these roles, of the first one when none is named; changes that are kept bring their roles along. */
  const load = useCallback(
    async (kind: string, shown: readonly string[] = [], kept?: Matrix): Promise<Matrix | undefined> => {
      const mine = ++turn.current
      setProblem('')
      const changed = kept?.changes().map(change => change.roleId) ?? []
      const answer = await askMatrix({ kind, boxesOf: boxesOf([...shown, ...changed]) })
      if (mine !== turn.current) return undefined
      if (!answer.ok) {
        setProblem(answer.msg || fallback)
        return undefined
      }
      const next = new Matrix(answer.data as MatrixData)
      if (kept) carryOver(kept, next)
      showNow(() => {
        setMatrix(next)
        redraw()
      })
      return next
    },
    [askMatrix, fallback, redraw],
  )

  /** Boxes of roles that came without; false when the matrix is out of date. */
  const complete = useCallback(
    async (of: Matrix, roles: readonly number[]): Promise<boolean> => {
      const mine = turn.current
      const ids = roles.map(role => of.data.roles[role]?.value ?? '')
      const answer = await askMatrix({ kind: of.data.kind, boxesOf: boxesOf(ids) })
      if (mine !== turn.current) return true
      if (!answer.ok) {
        setProblem(answer.msg || fallback)
        return true
      }
      if (!of.learn(answer.data as MatrixData) || of.missing(roles).length) return false
      redraw()
      return true
    },
    [askMatrix, fallback, redraw],
  )

  // Before the browser draws that it loads: the answer is what takes longest. Once; what is shown afterwards is chosen by the person.
  useLayoutEffect(() => {
    void load('page')
    void askTypes().then(answer => (answer.ok ? showNow(() => setTypes((answer.data as { items: ResourceType[] }).items)) : setProblem(answer.msg || fallback)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once; what is shown afterwards is chosen by the person
  }, [])
  return { types, matrix, problem, version, redraw, load, complete }
}

/** Asks for what is looked at and not here yet; tells whether all of it is here. */
export function useBoxes(matrix: Matrix | undefined, roles: readonly number[], ask: (missing: readonly number[]) => void): boolean {
  const missing = matrix?.missing(roles) ?? []
  const names = missing.join()
  useEffect(() => {
    if (missing.length) ask(missing)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same ones, in another list, are not asked for again
  }, [matrix, names])
  return !missing.length
}
