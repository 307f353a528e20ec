// Hosts besides this server whose pictures, media and frames the pages of an organisation may show. Who designs pages can send what a page knows to
// them, so administrators of the organisation say which, and the installation may forbid it.
import { asHost, HOST_KINDS, NO_HOSTS, type HostKind, type HostLists } from '../../../outside-hosts.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'

export interface OutsideHost {
  host: string
  kinds: HostKind[]
}

export function createOutsideHosts({ config, db }: Pick<Core, 'config' | 'db'>) {
  async function list(companyId: string): Promise<OutsideHost[]> {
    const row = await db.selectFrom('company').select('outside_hosts').where('id', '=', companyId).executeTakeFirst()
    return row?.outside_hosts ?? []
  }

  return {
    isAllowed: config.outsideHosts,
    list,

    /** By what is shown of them; none where the installation forbids it. */
    async of(companyId: string): Promise<HostLists> {
      if (!config.outsideHosts) return NO_HOSTS
      const hosts = await list(companyId)
      const showing = (kind: HostKind) => hosts.filter(({ kinds }) => kinds.includes(kind)).map(({ host }) => host)
      return { pictures: showing('pictures'), media: showing('media'), frames: showing('frames') }
    },

    async save(companyId: string, given: readonly OutsideHost[]) {
      if (!config.outsideHosts)
        throw new ApiError('company.hostsOff', 'This installation shows nothing of other hosts: its operator has switched that off', 403)
      const kept = new Map<string, Set<HostKind>>()
      for (const { host: written, kinds } of given) {
        const host = asHost(written)
        if (!host)
          throw new ApiError('company.hostUnreadable', 'Check the form', 422, {
            fields: { hosts: '“{host}” is no host. Write a name such as images.example.com, or *.example.com for all below it' },
            values: { host: written.slice(0, 80) },
          })
        kept.set(host, new Set([...(kept.get(host) ?? []), ...kinds]))
      }
      const hosts = [...kept].map(([host, kinds]) => ({ host, kinds: HOST_KINDS.filter(kind => kinds.has(kind)) }))
      await db
        .updateTable('company')
        .set({ outside_hosts: JSON.stringify(hosts) })
        .where('id', '=', companyId)
        .execute()
      return hosts
    },
  }
}
