// Names of templates: what they may look like, and one that is not taken.
export const NAME = /^[\u4e00-\u9fa5A-Za-z_0-9][\u4e00-\u9fa5A-Za-z_0-9:-]*$/
export const NAME_MAX = 12
export const GROUP_NAME_MAX = 8
export const DESCRIPTION_MAX = 100
export const CODE = /^[A-Za-z0-9_-]{0,30}$/

/** The name itself where it is free, or with the first number behind it that makes it so, within the length of a name. */
export function distinct(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let n = 2; ; n++) {
    const ending = `-${n}`
    const candidate = name.slice(0, NAME_MAX - ending.length) + ending
    if (!taken.has(candidate)) return candidate
  }
}

/** The ids of an address, each once. */
export const idsIn = (ids: string): string[] => [...new Set(ids.split(','))]
