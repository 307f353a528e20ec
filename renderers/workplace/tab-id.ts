// Which tab of the browser this is, for those who are told who else works on the same.

/** The same for a tab when it is loaded again, so that one does not meet oneself. */
export function tabId(): string {
  const made = Math.random().toString(36).slice(2, 12)
  try {
    const kept = sessionStorage.getItem('tessera-tab') ?? made
    sessionStorage.setItem('tessera-tab', kept)
    return kept
  } catch {
    return made
  }
}
