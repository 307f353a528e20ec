// Texts that are hard to read, and what mends them.
// oxlint-disable no-restricted-imports -- themes are pure functions, as what is known of models and flows, and may be used anywhere
import { useMemo } from 'react'
import { COMPONENTS, partsIn } from '../../api/theme/components.ts'
import { findingsIn, repaired, repairedAll, type Finding } from '../../api/theme/contrast.ts'
import type { ThemeDocument } from '../../api/theme/document.ts'
import { Icon } from '../icons.tsx'
import type { Say } from '../words.ts'
import { useSay } from '../workplace/ui.tsx'
import { stateLabel } from './labels.ts'
import type { Edit } from './token-list.tsx'

/** Component, part and, where the part has several, its state. */
function namesOfFinding({ component: key, part: path, label, state }: Finding, document: ThemeDocument, say: Say): string[] {
  const component = COMPONENTS.find(one => one.key === key)
  const part = component && partsIn(component, document).find(one => one.path === path)
  const names = [say(component?.label ?? ''), part?.custom ? label : say(label)]
  return part && state in part.tokens && Object.keys(part.tokens).length > 1 ? [...names, stateLabel(state, component.path, say)] : names
}

interface Props {
  document: ThemeDocument
  onEdit: Edit
  onPart(component: string, path: string, state: string): void
}
export function ContrastPanel({ document, onEdit, onPart }: Props) {
  const say = useSay()
  const findings = useMemo(() => findingsIn(document), [document])
  if (!findings.length)
    return (
      <p className="tes-theme-good">
        <Icon name="check" /> {say('Every text is read well, in light and in dark.')}
      </p>
    )
  return (
    <>
      <p className="tes-theme-hint">{say('Texts that are hard to read, by WCAG 2.2: at least 4.5 to 1.')}</p>
      <button type="button" className="tes-button is-primary" onClick={() => onEdit(repairedAll(document), say('All contrasts repaired'))}>
        {say('Repair all {count}', { count: findings.length })}
      </button>
      <ul className="tes-theme-findings">
        {findings.slice(0, 200).map(finding => (
          <li key={`${finding.text} ${finding.ground} ${finding.isDark}`}>
            <span className="tes-theme-chip" style={{ color: finding.textColor, background: finding.groundColor }} aria-hidden="true">
              Aa
            </span>
            <span>
              <button type="button" className="tes-link" onClick={() => onPart(finding.component, finding.part, finding.state)}>
                {namesOfFinding(finding, document, say).join(' · ')}
              </button>
              <small>
                {finding.isDark ? say('Dark') : say('Light')} · {finding.ratio.toFixed(2)} : 1 · APCA {Math.round(finding.apca)}
              </small>
            </span>
            {finding.repair && (
              <button
                type="button"
                className="tes-button"
                title={finding.repair.color}
                onClick={() => onEdit(repaired(document, finding), say('Contrast repaired'))}
              >
                {say('Repair')} <small>ΔE {finding.repair.change.toFixed(1)}</small>
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
