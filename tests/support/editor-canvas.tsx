// The visual editor itself needs a browser; a button stands for a hand on its canvas.
import { useEffect, type ComponentType } from 'react'
import { renderer } from '../../renderers/register.tsx'

function Canvas({ editedSchema, onSchemaChange, onTouch, onReady }: any) {
  useEffect(() => onReady({ undo() {}, redo() {}, canUndo: () => true, canRedo: () => false }), [])
  return (
    <button
      type="button"
      onClick={() => {
        onTouch()
        onSchemaChange({ ...editedSchema, title: 'Mine' })
      }}
    >
      {`canvas of ${String(editedSchema.title)}`}
    </button>
  )
}

/** Puts it in place of the editor; `seen` is told what the editor would be given. */
export function registerCanvas(seen: (given: any) => void = () => {}) {
  const Seen = (given: any) => {
    seen(given)
    return <Canvas {...given} />
  }
  renderer('tessera-schema-editor', Seen as ComponentType<any>)
}
