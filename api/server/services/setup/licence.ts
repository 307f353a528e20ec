// Licences: a payload signed with Ed25519 by the vendor, checked with the public key in the configuration.
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { ApiError, fieldError } from '../../errors.ts'
import type { Core } from '../../core.ts'
import type { createSettings } from '../foundation/settings.ts'

/** What a licence says; the token is `base64url(JSON).base64url(signature)`. */
export interface Licence {
  organisation: string
  edition: string
  /** ISO instant. */
  expires: string
}

const SETTING = 'licence'

/** A PEM text (line breaks may be written \n), or the base64 of the DER form. */
export function readPublicKey(text: string): KeyObject {
  const pem = text.replaceAll('\\n', '\n')
  return pem.includes('BEGIN') ? createPublicKey(pem) : createPublicKey({ key: Buffer.from(pem, 'base64'), format: 'der', type: 'spki' })
}

/** The content of a token that the key signed; undefined for everything else. */
export function openLicence(token: string, key: KeyObject): Licence | undefined {
  const [payload = '', signature = '', ...rest] = token.trim().split('.')
  const bytes = Buffer.from(payload, 'base64url')
  if (rest.length || !verify(null, bytes, key, Buffer.from(signature, 'base64url'))) return undefined
  try {
    const { organisation, edition, expires } = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
    if (typeof organisation !== 'string' || typeof edition !== 'string' || typeof expires !== 'string') return undefined
    const until = new Date(expires)
    return Number.isNaN(until.getTime()) ? undefined : { organisation, edition, expires: until.toISOString() }
  } catch {
    return undefined
  }
}

export function createLicences({ config }: Pick<Core, 'config'>, settings: ReturnType<typeof createSettings>) {
  const key = config.licensePublicKey ? readPublicKey(config.licensePublicKey) : undefined

  return {
    /** The registered licence while it is valid. */
    async current(): Promise<Licence | undefined> {
      const kept = key && (await settings.get<{ token: string }>(SETTING))
      const licence = kept && openLicence(kept.token, key)
      return licence && new Date(licence.expires) > new Date() ? licence : undefined
    },

    async register(token: string): Promise<Licence> {
      if (!key) throw new ApiError('license.notNeeded', 'This installation needs no licence', 422)
      const licence = openLicence(token, key)
      if (!licence) throw fieldError('license.invalid', 'license', 'This is not a valid licence')
      if (new Date(licence.expires) <= new Date())
        throw fieldError('license.expired', 'license', 'This licence expired on {date}', { date: licence.expires.slice(0, 10) })
      if (config.organisationName && licence.organisation !== config.organisationName)
        throw fieldError('license.otherOrganisation', 'license', 'This licence is for another organisation')
      await settings.set(SETTING, { token: token.trim(), ...licence, registeredAt: new Date().toISOString() })
      return licence
    },
  }
}
