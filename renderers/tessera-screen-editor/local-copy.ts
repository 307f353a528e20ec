// What has not reached the server yet, kept in this browser, so that no closed tab and no lost line takes work along.

export interface LocalCopy {
  text: string
  baseVersion: number
  at: string
}
export interface LocalCopies {
  read(): LocalCopy | undefined
  /** Whether the browser keeps it: storage may be full, or switched off. */
  write(copy: LocalCopy): boolean
  remove(): void
}

/** One copy per person, level and screen. A browser that keeps nothing takes away this safety and nothing else. */
export function localCopies(key: string, storage: () => Storage = () => localStorage): LocalCopies {
  const name = `tessera-screen-draft ${key}`
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  return {
    read: () =>
      quietly(() => {
        const copy = JSON.parse(storage().getItem(name) ?? 'null') as LocalCopy | null
        return copy && typeof copy.text === 'string' && typeof copy.baseVersion === 'number' ? copy : undefined
      }),
    write: copy =>
      quietly(() => {
        storage().setItem(name, JSON.stringify(copy))
        return true
      }) ?? false,
    remove: () => void quietly(() => storage().removeItem(name)),
  }
}
