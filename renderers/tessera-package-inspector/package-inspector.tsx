// A form field: what a package holds, and the parts of it to take, as the calls that install it want them. Untouched it is empty: everything.
import { resolveVariableAndFilter, type FormControlProps } from 'amis-core'
import { useMemo } from 'react'
import { isOnCanvas, OnCanvas } from '../on-canvas.tsx'
import { field } from '../register.tsx'
import { sayer } from '../words.ts'
import { choiceText, chosenOf, partsOf, type Inspection } from './inspection.ts'
import { InspectionView } from './view.tsx'

interface Props extends FormControlProps {
  /** Where the answer of an inspecting call is: `${inspection}`. */
  inspection?: string
  /** Only look, choose nothing. */
  lookOnly?: boolean
}

export function PackageInspector({ inspection, lookOnly, value, onChange, data, env, disabled }: Props) {
  const say = sayer(env)
  const found = (inspection ? resolveVariableAndFilter(inspection, data, '| raw') : undefined) as Inspection | undefined
  const parts = useMemo(() => (found?.pages ? partsOf(found) : new Map<string, never>()), [found])
  const chosen = useMemo(() => chosenOf(value, parts), [value, parts])
  if (isOnCanvas(env)) return <OnCanvas name="Package inspector" env={env} />
  if (!found?.pages) return null
  return (
    <InspectionView inspection={found} say={say} chosen={chosen} onChoose={lookOnly || disabled ? undefined : next => onChange?.(choiceText(next, parts))} />
  )
}

export default field('tessera-package-inspector', PackageInspector)
