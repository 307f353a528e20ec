// What a component that is a whole workplace, or leads away by itself, draws of itself on the canvas of the visual editor.
import { sayer } from './words.ts'
import './on-canvas.css'

/** True where a screen is shown for editing and not for use. */
export const isOnCanvas = (env: unknown): boolean => (env as { onCanvas?: boolean } | undefined)?.onCanvas === true

export function OnCanvas({ name, env }: { name: string; env: unknown }) {
  const say = sayer(env)
  return (
    <div className="tes-on-canvas">
      <strong>{say(name)}</strong>
      <span>{say('Fills the screen in the running console.')}</span>
    </div>
  )
}
