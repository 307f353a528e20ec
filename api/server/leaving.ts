// Opening /logout signs out when the person did so by hand: typed it, or chose a bookmark.
import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether nothing led to this page. Browsers say so where the connection can be trusted; where they do not, the page asks. What is fetched ahead of a
 * choice was not chosen.
 */
export const isOpenedByHand = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'none' && headers['sec-fetch-dest'] === 'document' && !headers['sec-purpose'] && !headers.purpose
