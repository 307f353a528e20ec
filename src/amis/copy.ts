// Copying a text; the browser's clipboard is for pages of https and this machine only, and an installation may have neither.
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard && window.isSecureContext) {
    try {
      return await navigator.clipboard.writeText(text)
    } catch {
      // Not allowed for this page; the older way may be.
    }
  }
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.setAttribute('aria-hidden', 'true')
  area.style.cssText = 'position:fixed;top:0;left:0;opacity:0'
  const before = document.activeElement as HTMLElement | null
  // Inside an open dialog, which keeps the focus to itself.
  ;(before?.closest('[role=dialog]') ?? document.body).append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  before?.focus?.({ preventScroll: true })
  if (!copied) throw new Error('the browser does not copy')
}
