// Below the grid: what its boxes look like, and which keys change them.
import { useSay } from '../workplace/ui.tsx'

export function Legend({ boxesOnly }: { boxesOnly: boolean | undefined }) {
  const say = useSay()
  return (
    <p className="tes-matrix__legend">
      {[
        ['is-yes is-default', say('by default')],
        ['is-yes is-here', say('allowed here')],
        ['is-no is-here', say('refused here')],
        ['is-yes is-changed', say('not saved')],
      ].map(([look, what]) => (
        <span key={look}>
          <span className={`tes-matrix__box ${look}`} /> {what}
        </span>
      ))}
      {[
        [say('Space'), say('changes')],
        [say('Shift'), say('chooses several')],
        ['Del', say('back to the default')],
        ...(boxesOnly ? [] : [['?', say('why')]]),
      ].map(([key, does]) => (
        <span key={key}>
          <kbd>{key}</kbd> {does}
        </span>
      ))}
    </p>
  )
}
