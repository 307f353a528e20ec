// What the policy keeps out of a page, pictures, media and frames of other hosts, is told in its place: a hole tells nobody who could mend it.
import './blocked.css'

interface Kind {
  elements: string
  english: string
}
const KINDS: Record<string, Kind> = {
  'img-src': { elements: 'img,[style*="url"]', english: 'A picture of {host} is not shown here.' },
  'media-src': { elements: 'video,audio,source', english: 'Video or sound of {host} is not played here.' },
  'frame-src': { elements: 'iframe', english: 'A page of {host} is not shown here.' },
}
export interface Help {
  /** Who can change it. */
  text: string
  /** Where that is done, for those who may. */
  link?: string
}
type Say = (english: string, values?: Record<string, string>) => string

const NOTICE = 't-blocked'
const TOLD = 'data-blocked'

function hostOf(address: string): string | undefined {
  const url = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : undefined
  return url && /^https?:$/.test(url.protocol) && url.origin !== location.origin ? url.host : undefined
}
/** Addresses that an element shows something of. */
function addressesOf(element: Element): string[] {
  const background = element instanceof HTMLElement ? /url\(["']?([^"')]+)/.exec(element.style.backgroundImage)?.[1] : undefined
  return [element.getAttribute('src'), background].filter(text => typeof text === 'string')
}

/** Tells from now on; `help` is asked when something is. */
export function tellBlocked(say: Say, help: () => Help) {
  /** Hosts that were kept out, by the part of the policy that did. */
  const blocked = new Map<string, Set<string>>()
  const notices = new Map<Element, { notice: HTMLElement; host: string }>()

  /** Media with several sources are one thing to look at. */
  const shownBy = (element: Element) => (element instanceof HTMLSourceElement ? (element.parentElement ?? element) : element)
  const isOf = (element: Element, hosts: ReadonlySet<string>) =>
    addressesOf(element)
      .map(hostOf)
      .find(host => host !== undefined && hosts.has(host))

  function noticeFor(kind: Kind, host: string): HTMLElement {
    const { text, link } = help()
    const notice = document.createElement('span')
    notice.className = NOTICE
    notice.setAttribute('role', 'note')
    const told = say(kind.english, { host })
    notice.title = `${told} ${text}`.trim()
    notice.append(told, ' ')
    if (link) {
      const lead = document.createElement('a')
      lead.href = link
      lead.textContent = text
      notice.append(lead)
    } else notice.append(text)
    return notice
  }

  function tell(kind: Kind, element: Element, host: string) {
    const shown = shownBy(element)
    if (notices.has(shown)) return
    const notice = noticeFor(kind, host)
    notices.set(shown, { notice, host })
    if (!shown.matches('img,video,audio,iframe')) return void shown.append(notice)
    shown.setAttribute(TOLD, '')
    shown.after(notice)
  }

  function look() {
    for (const [element, { notice, host }] of notices) {
      const isStill = element.isConnected && [element, ...element.children].some(one => addressesOf(one).some(address => hostOf(address) === host))
      if (isStill && notice.isConnected) continue
      notice.remove()
      element.removeAttribute(TOLD)
      notices.delete(element)
    }
    for (const [directive, hosts] of blocked) {
      const kind = KINDS[directive] as Kind
      for (const element of document.querySelectorAll(kind.elements)) {
        const host = isOf(element, hosts)
        if (host) tell(kind, element, host)
      }
    }
  }

  let isWaiting = false
  /** What asks is often put into the document later than it asks. */
  const lookSoon = () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      look()
    }, 50)
  }
  const changes = new MutationObserver(lookSoon)

  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, disposition }) => {
    const host = hostOf(blockedURI)
    if (disposition !== 'enforce' || !host || !KINDS[effectiveDirective]) return
    if (!blocked.size) changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['src', 'style'] })
    blocked.set(effectiveDirective, (blocked.get(effectiveDirective) ?? new Set()).add(host))
    lookSoon()
  })
}
