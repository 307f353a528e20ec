// What is remembered for this window only. A browser may refuse to keep anything; then nothing is remembered.
export const visit = {
  get(key: string): string | undefined {
    try {
      return sessionStorage.getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  set(key: string, value: string) {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // Full or forbidden: see above.
    }
  },
  remove(key: string) {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // See above.
    }
  },
}
