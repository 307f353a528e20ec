// A directory on loopback: a real LDAP server (ldapjs) over entries in memory, in the clear, over TLS, or behind StartTLS.
import { connect, createServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
// Its author has given it up, and nothing else in the registry is an LDAP server; as a peer of tests on loopback it needs no mending.
import ldap from 'ldapjs'
import type { Certificate } from '../certificate.ts'

export const BASE = 'dc=example,dc=test'
export const SEARCHER = { dn: `cn=search,${BASE}`, password: 'search-secret-1' }

export interface LdapEntry {
  dn: string
  password?: string
  attributes: Record<string, string | string[]>
}
export const PEOPLE_OU = `ou=people,${BASE}`
const person = (uid: string, password: string, more: Record<string, string | string[]> = {}): LdapEntry => ({
  dn: `uid=${uid},${PEOPLE_OU}`,
  password,
  attributes: {
    objectclass: ['inetOrgPerson'],
    uid,
    cn: `${uid[0]?.toUpperCase()}${uid.slice(1)} Example`,
    mail: `${uid}@corp.test`,
    entryUUID: `00000000-0000-4000-8000-${Buffer.from(uid).toString('hex').padStart(12, '0').slice(-12)}`,
    ...more,
  },
})

/** lena and otto are people; only lena is in the group `tessera`. */
export const directory = (): LdapEntry[] => [
  { dn: BASE, attributes: { objectclass: ['domain'], dc: 'example' } },
  { dn: PEOPLE_OU, attributes: { objectclass: ['organizationalUnit'], ou: 'people' } },
  person('lena', 'Lena-secret-1', { telephoneNumber: '+86 139 0000 0002' }),
  person('otto', 'Otto-secret-1'),
  person('odd', 'Odd-secret-1', { uid: 'odd*(name)' }),
  { dn: `cn=tessera,ou=groups,${BASE}`, attributes: { objectclass: ['groupOfNames'], cn: 'tessera', member: [`uid=lena,${PEOPLE_OU}`] } },
]

export interface LdapPeer {
  url: string
  entries: LdapEntry[]
  /** Filters that were searched with, and names that were bound with, in order. */
  asked: string[]
  close(): Promise<void>
}

const plain = (dn: { toString(): string }) =>
  dn
    .toString()
    .replace(/\s*,\s*/g, ',')
    .toLowerCase()

const lower = (attributes: LdapEntry['attributes']) =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), [value].flat().map(one => one.toLowerCase())]))

/** ldapjs compares values in their escaped form and minds case; a directory does neither. */
function fits(filter: any, attributes: Record<string, string[]>): boolean {
  const clauses: any[] = filter.clauses ?? filter.filters ?? []
  if (filter.type === 'AndFilter') return clauses.every(one => fits(one, attributes))
  if (filter.type === 'OrFilter') return clauses.some(one => fits(one, attributes))
  const values = attributes[String(filter.attribute).toLowerCase()] ?? []
  if (filter.type === 'PresenceFilter') return values.length > 0
  const value = (/=(.*)\)$/s.exec(filter.toString())?.[1] ?? '').replace(/\\([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  if (filter.type === 'EqualityFilter') return values.includes(value.toLowerCase())
  return filter.matches(attributes)
}

export async function ldapPeer({ tls, startTls }: { tls?: Certificate; startTls?: Certificate } = {}): Promise<LdapPeer> {
  const entries = directory()
  const asked: string[] = []
  const server = ldap.createServer(tls ? { certificate: tls.cert, key: tls.key } : {})
  const open = new Set<Socket>()

  server.bind('', (request: any, result: any, next: any) => {
    const dn = plain(request.name)
    asked.push(`bind ${dn}`)
    if (dn === '' && request.credentials === '') {
      result.end()
      return next()
    }
    const entry = entries.find(one => one.dn.toLowerCase() === dn)
    // Like real ones: an empty password is a visitor without a name.
    if (request.credentials === '') {
      result.end()
      return next()
    }
    const isSearcher = dn === SEARCHER.dn && request.credentials === SEARCHER.password
    if (!isSearcher && (entry?.password === undefined || entry.password !== request.credentials)) return next(new ldap.InvalidCredentialsError())
    result.end()
    return next()
  })
  server.search('', (request: any, result: any, next: any) => {
    const base = plain(request.dn)
    asked.push(`search ${request.filter.toString()}`)
    if (base !== '' && plain(request.connection.ldap.bindDN) !== SEARCHER.dn) return next(new ldap.InsufficientAccessRightsError())
    if (base === '') {
      result.send({ dn: '', attributes: { objectclass: ['top'] } })
      result.end()
      return next()
    }
    if (!entries.some(one => one.dn.toLowerCase() === base)) return next(new ldap.NoSuchObjectError(base))
    for (const entry of entries) {
      const at = entry.dn.toLowerCase()
      const isInside = request.scope === 'base' ? at === base : at === base || at.endsWith(`,${base}`)
      if (isInside && fits(request.filter, lower(entry.attributes))) result.send({ dn: entry.dn, attributes: entry.attributes })
    }
    result.end()
    return next()
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', () => done()))
  const listening = (server as unknown as { server: TcpServer }).server
  // Where nobody closes it, it must not keep the process.
  listening.unref()
  const { port } = listening.address() as AddressInfo

  /** StartTLS (RFC 4511, 4.14) in front of it: the first request asks for it, what follows is encrypted. */
  let front: TcpServer | undefined
  if (startTls) {
    front = createServer(socket => {
      open.add(socket)
      socket.on('error', () => {})
      socket.once('data', first => {
        const inner = connect({ port, host: '127.0.0.1' })
        open.add(inner)
        inner.on('error', () => socket.destroy())
        if (!first.includes('1.3.6.1.4.1.1466.20037')) {
          inner.write(first)
          socket.pipe(inner).pipe(socket)
          return
        }
        // Message id of the request, then an extended response of success.
        socket.write(Buffer.from([0x30, 0x0c, 0x02, 0x01, first[4] as number, 0x78, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00]))
        const secure = new TLSSocket(socket, { isServer: true, cert: startTls.cert, key: startTls.key })
        secure.on('error', () => inner.destroy())
        secure.pipe(inner).pipe(secure)
      })
    })
    await new Promise<void>(done => front?.listen(0, '127.0.0.1', done))
  }
  const shown = front ? (front.address() as AddressInfo).port : port
  return {
    url: `${tls ? 'ldaps' : 'ldap'}://localhost:${shown}`,
    entries,
    asked,
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>(done => (front ? front.close(() => done()) : done()))
      await new Promise<void>(done => server.close(() => done()))
    },
  }
}

/** Settings of the method for a peer. */
export const ldapSettings = (peer: Pick<LdapPeer, 'url'>, more: Record<string, unknown> = {}) => ({
  url: peer.url,
  bindDn: SEARCHER.dn,
  bindPassword: SEARCHER.password,
  baseDn: BASE,
  filter: '(&(objectClass=inetOrgPerson)(uid={username}))',
  groupFilter: '',
  groupBaseDn: '',
  subjectClaim: 'entryUUID',
  startTls: false,
  ca: '',
  creation: 'auto' as const,
  ...more,
})
