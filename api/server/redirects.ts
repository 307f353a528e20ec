/** A path of this origin to continue at; anything else (other hosts, `//host`, `javascript:`, back to sign-in) becomes /home. */
export function safeRedirect(to: string | undefined): string {
  if (!to || !/^\/(?![/\\])/.test(to) || /[\u0000-\u001f\\]/.test(to)) return '/home'
  // `/.//host` is `//host` once somebody resolves it.
  if (new URL(to, 'http://here').pathname.startsWith('//')) return '/home'
  return /^\/(login|logout)([/?#]|$)/.test(to) ? '/home' : to
}

/** A page that stands before where somebody wanted to go, and knows of it. */
export function handingOn(step: string, to: string | undefined): string {
  const wanted = safeRedirect(to)
  return wanted === '/home' ? step : `${step}?redirect=${encodeURIComponent(wanted)}`
}
