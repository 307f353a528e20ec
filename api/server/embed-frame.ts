// The document that the JS SDK shows in pages of other sites: those alone that are listed, of apps whose release offers pages (docs/decisions/js-sdk.md).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasHosts } from '../outside-hosts.ts'
import { say } from '../messages.ts'
import { localeOf } from './routing.ts'
import { allowHosts, framedAnywhere, framedBy } from './security.ts'
import type { Services } from './services/index.ts'

const FRAME = /^\/embed\/([A-Za-z0-9_-]{1,50})\/([a-z0-9][a-z0-9_]{0,39}(?:-[a-z0-9]{1,20})?)\/?([?#]|$)/
const OF_APP = /^\/company\/([A-Za-z0-9_-]{1,50})\/app\/([a-z0-9][a-z0-9_]{0,39}(?:-[a-z0-9]{1,20})?)(\/[^?#]*)?([?#]|$)/

const isInFrame = ({ headers }: FastifyRequest) => headers['sec-fetch-dest'] === 'iframe' && headers['sec-fetch-site'] !== 'same-origin'

/** Where a frame goes that was loaded anew inside: it has the address of a page of the app. */
export function frameAgain(request: FastifyRequest): string | undefined {
  const [, companyKey, appUrlKey] = (isInFrame(request) && request.headers['sec-fetch-site'] === 'cross-site' && OF_APP.exec(request.url)) || []
  return companyKey && appUrlKey ? `/embed/${companyKey}/${appUrlKey}` : undefined
}

export const isEmbedFrame = (url: string) => FRAME.test(url)

interface Drawing {
  /** Data that the start of the console reads, with nobody signed in. */
  boot(embed: object): string
  locale: string
  dark: boolean
}

export function createEmbedFrame(folder: string, { embedding, installation, outsideHosts }: Services) {
  const file = join(folder, 'embed-frame.html')
  return async (request: FastifyRequest, reply: FastifyReply, { boot, locale, dark }: Drawing) => {
    const [, companyKey = '', appUrlKey = ''] = FRAME.exec(request.url) ?? []
    const found = installation.databaseReady ? await embedding.frame({ companyKey, appUrlKey }) : undefined
    if (!found)
      return reply
        .status(404)
        .type('text/plain')
        .send(say(localeOf(request), 'There is nothing at this address'))
    // In a window of its own the app is what it is.
    if (request.headers['sec-fetch-dest'] === 'document') return reply.redirect(`/company/${found.companyKey}/app/${found.appUrlKey}${found.home}`)
    if (!existsSync(file)) return reply.status(503).type('text/plain').send('The browser files are not built: npm run build')
    const hosts = await outsideHosts.of(found.companyId)
    if (hasHosts(hosts)) allowHosts(reply, hosts)
    framedBy(reply, found.origins)
    const { companyId: _companyId, remFactor, ...embed } = found
    const body = readFileSync(file, 'utf8')
      .replace(/<html[^>]*>/, `<html lang="${locale}"${dark ? ' class="is-dark"' : ''} style="font-size: ${Number(remFactor)}px">`)
      .replace('<!--boot-->', () => boot(embed))
    return framedAnywhere(reply).header('cache-control', 'no-store').header('vary', 'accept-language').type('text/html; charset=utf-8').send(body)
  }
}
