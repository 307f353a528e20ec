// Storage for a document without an origin, where the browser's own throws: kept while the page is open.

function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: key => kept.get(String(key)) ?? null,
    key: index => [...kept.keys()][index] ?? null,
    removeItem: key => void kept.delete(String(key)),
    setItem: (key, value) => void kept.set(String(key), String(value)),
  }
}

/** Puts a storage in place where there is none. */
export function lendStorage(target: Window) {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    try {
      void target[name].length
    } catch {
      Object.defineProperty(target, name, { value: memory(), configurable: true })
    }
}
