// Hosts besides this server whose pictures, media and frames pages of an organisation may show: what the policy, the gate and the browser ask alike.

export const HOST_KINDS = ['pictures', 'media', 'frames'] as const
export type HostKind = (typeof HOST_KINDS)[number]
export type HostLists = Record<HostKind, string[]>

export const NO_HOSTS: HostLists = { pictures: [], media: [], frames: [] }
export const hasHosts = (lists: HostLists): boolean => HOST_KINDS.some(kind => lists[kind].length > 0)

/** A name with a dot, or a star for all names below one; no address of a network, whose owner nobody knows, and none of this machine. */
const HOST = /^(?:\*\.(?=[^.]+\.[^.]))?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?::(?!0)\d{1,5})?$/
/** Short enough that twenty of them fit into the header of an answer on every way. */
const LONGEST = 80

/** A host as it stands in a policy, out of what a person wrote or pasted; undefined for what is none. */
export function asHost(written: string): string | undefined {
  const [, , star = '', rest = ''] = /^\s*(https?:)?(?:\/\/)?(\*\.)?([^/?#\s@]+)(?:[/?#]\S*)?\s*$/i.exec(written) ?? []
  // Names in other scripts are written in ASCII in policies, as browsers do in addresses.
  const url = rest && URL.canParse(`https://${rest}`) ? new URL(`https://${rest}`) : undefined
  const host = url ? star + url.host : ''
  return host.length <= LONGEST && HOST.test(host) ? host : undefined
}

/** Whether a host, as it stands in an address, is one of a list: itself, or below a star. */
export function isAmong(host: string, list: readonly string[]): boolean {
  const wanted = host.toLowerCase().replace(/:(80|443)$/, '')
  return list.some(one => one === wanted || (one.startsWith('*.') && wanted.endsWith(one.slice(1)) && wanted.length > one.length - 1))
}
