// Which hosts this server may be made to connect to by what an app's designer types: data sources and APIs.
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** Never: unspecified, link-local (where clouds keep their metadata), multicast, broadcast. */
const NEVER = new BlockList()
NEVER.addSubnet('0.0.0.0', 8)
NEVER.addSubnet('169.254.0.0', 16)
NEVER.addSubnet('224.0.0.0', 3)
NEVER.addAddress('::', 'ipv6')
NEVER.addSubnet('fe80::', 10, 'ipv6')
NEVER.addSubnet('ff00::', 8, 'ipv6')
NEVER.addAddress('fd00:ec2::254', 'ipv6')

/** This machine and networks that are not the internet; an installation may refuse them. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
] as const)
  PRIVATE.addSubnet(net, bits)
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('64:ff9b::', 96, 'ipv6')

/** The IPv4 address inside an IPv4-mapped IPv6 address; other addresses as they are. */
function plain(address: string): string {
  if (isIP(address) !== 6) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1] as string
  const hex = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i.exec(address)
  if (!hex) return address
  const [high, low] = [Number.parseInt(hex[1] as string, 16), Number.parseInt(hex[2] as string, 16)]
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/** Why nothing may connect to this address; undefined when it may. */
export function refusedAddress(address: string, mayBePrivate: boolean): 'never' | 'private' | undefined {
  const one = plain(address)
  const family = isIP(one) === 6 ? 'ipv6' : 'ipv4'
  if (NEVER.check(one, family)) return 'never'
  return !mayBePrivate && PRIVATE.check(one, family) ? 'private' : undefined
}

export class AddressError extends Error {
  constructor(readonly english: string) {
    super(english)
  }
}

/**
 * The address that a host name stands for, checked. The connection is made to this address and not to the name, so that a name that changes its
 * mind between the check and the connection leads nowhere else.
 */
export async function addressOf(host: string, mayBePrivate: boolean, words: { private: string; never: string }): Promise<string> {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  let found: string[]
  try {
    found = isIP(name) ? [name] : (await lookup(name, { all: true, verbatim: true })).map(one => one.address)
  } catch {
    throw new AddressError('There is no host of this name')
  }
  const [first] = found
  if (!first) throw new AddressError('There is no host of this name')
  for (const address of found) {
    const refused = refusedAddress(address, mayBePrivate)
    if (refused === 'private') throw new AddressError(words.private)
    if (refused) throw new AddressError(words.never)
  }
  return first
}
