// A form in a panel over what a component says of a model. It begins anew when something else changes that: undoing, or a model that brings other fields.
import { useEffect, useRef, useState } from 'react'
import type { RendererProps } from 'amis-core'

type Json = Record<string, unknown>
interface Props {
  render: RendererProps['render']
  /** What is kept of the choice, as text. */
  kept: string | undefined
  data: Json
  body: Json[]
  /** Answers what is kept after the change; with `isOther` the form begins anew. */
  onChange(values: Json): { kept: string | undefined; isOther: boolean } | undefined
}

export function PanelForm({ render, kept, data, body, onChange }: Props) {
  const [round, setRound] = useState(0)
  const written = useRef(kept)
  useEffect(() => {
    if (kept === written.current) return
    written.current = kept
    setRound(before => before + 1)
  }, [kept])
  const changed = (values: Json) => {
    const now = onChange(values)
    if (!now) return
    written.current = now.kept
    if (now.isOther) setRound(before => before + 1)
  }
  const form = {
    type: 'form',
    wrapWithPanel: false,
    wrapperComponent: 'div',
    mode: 'normal',
    preventEnterSubmit: true,
    canAccessSuperData: false,
    data,
    body,
    actions: [],
  }
  return <div className="tes-model-panel">{render('model', form as never, { key: `${round}`, onChange: changed })}</div>
}

/** What the editor tells when it has built a panel; what is set takes the place of what was built. */
export interface PanelEvent {
  context: { data: unknown; context: { schema?: Json } }
  setData(body: unknown): void
}
/** Puts a control of ours before all that a panel has. */
export const putFirst = (event: PanelEvent, type: string) => event.setData([{ type }, event.context.data].flat())
