// The middle of the editor: samples, or pages with their real rows, on a desktop or a phone, as a role, beside the theme that is saved.
import { useRef, useState, type Ref } from 'react'
import { IconButton, useSay } from '../workplace/ui.tsx'

/** What may stand there instead of samples: a page of the app, an app of the organisation, a screen of the console. */
export interface ShownPage {
  name: string
  address: string
}
interface Props {
  pages: ShownPage[]
  /** Its address; samples where it is empty. */
  page: string
  onPage(address: string): void
  /** The component whose samples are shown; all of them where it is empty. */
  samples: string
  roles: { id: string; name: string }[]
  isDark: boolean
  isDarkFixed: boolean
  onDark(isDark: boolean): void
  beside: boolean
  onBeside(beside: boolean): void
  frame: Ref<HTMLIFrameElement>
  savedFrame: Ref<HTMLIFrameElement>
  onLoad(): void
  onSavedLoad(): void
}

export function Stage(props: Props) {
  const { pages, page, onPage, samples, roles, isDark, isDarkFixed, onDark, beside, onBeside, frame, savedFrame, onLoad, onSavedLoad } = props
  const say = useSay()
  const [isPhone, setPhone] = useState(false)
  const [role, setRole] = useState('')
  // The frame is told which samples are wanted once it is there: loading all of amis for each component would take a second.
  const first = useRef(samples)
  if (page) first.current = samples
  const previewAddress = page || `/preview/theme?component=${first.current}`
  // The frame says it with every call, and the server answers no more than the role may have.
  const seenAs = role && page ? `as-role:${role}` : 'as-myself'
  return (
    <div className="tes-theme-stage">
      <div className="tes-theme-tools" role="toolbar" aria-label={say('Preview')}>
        <label>
          <span>{say('Shown here')}</span>
          <select className="tes-input" value={page} onChange={event => onPage(event.target.value)}>
            <option value="">{say('Samples')}</option>
            {pages.map(one => (
              <option key={one.address} value={one.address}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
        {page !== '' && roles.length > 0 && (
          <label>
            <span>{say('Seen as')}</span>
            <select className="tes-input" value={role} onChange={event => setRole(event.target.value)}>
              <option value="">{say('Myself')}</option>
              {roles.map(one => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span className="tes-segment">
          <IconButton icon="monitor" label={say('Desktop')} pressed={!isPhone} onClick={() => setPhone(false)} />
          <IconButton icon="smartphone" label={say('Phone')} pressed={isPhone} onClick={() => setPhone(true)} />
        </span>
        <span className="tes-segment">
          <IconButton icon="sun" label={say('Light')} pressed={!isDark} disabled={isDarkFixed} onClick={() => onDark(false)} />
          <IconButton icon="moon" label={say('Dark')} pressed={isDark} disabled={isDarkFixed} onClick={() => onDark(true)} />
        </span>
        <label className="tes-theme-check">
          <input type="checkbox" checked={beside} onChange={event => onBeside(event.target.checked)} />
          {say('Beside the saved one')}
        </label>
      </div>
      <div className={`tes-theme-frames${isPhone ? ' is-phone' : ''}`}>
        <iframe key={`${previewAddress} ${role}`} name={seenAs} ref={frame} title={say('Preview')} src={previewAddress} onLoad={onLoad} />
        {beside && (
          <iframe
            key={`saved ${previewAddress} ${role}`}
            name={seenAs}
            ref={savedFrame}
            title={say('As it is saved')}
            src={previewAddress}
            onLoad={onSavedLoad}
          />
        )}
      </div>
    </div>
  )
}
