// setup.submit-license, setup.register-license, setup.license-required
import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../support/world.ts'

const vendor = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const token = (payload: unknown, key = vendor.privateKey) => {
  const bytes = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  return `${bytes.toString('base64url')}.${sign(null, bytes, key).toString('base64url')}`
}
const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString()
const licence = { organisation: 'Acme', edition: 'enterprise', expires: inAYear }

describe('setup.submitLicense', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld({ licensePublicKey: vendor.publicKey.export({ type: 'spki', format: 'pem' }).toString(), organisationName: 'Acme' })
  })
  afterAll(() => world.close())
  const register = (license: unknown, as?: 'sue' | 'ann') => world.call('setup.submitLicense', { as, body: { license } })

  it('refuses what is no valid licence at the field, and stores nothing', async () => {
    const before = await world.stored()
    for (const bad of [
      '',
      '  ',
      'hello',
      '<script>alert(1)</script>',
      'x'.repeat(8001),
      42,
      token(licence, other.privateKey),
      `${token(licence)}.more`,
      token('no json'),
      token({ organisation: 'Acme' }),
      token({ ...licence, expires: 'soon' }),
      token({ ...licence, expires: '2020-01-01' }),
      token({ ...licence, organisation: 'Globex' }),
    ]) {
      const reply = await register(bad)
      expect(reply.status, String(bad)).toBe(422)
      expect(Object.keys(reply.errors)).toEqual(['license'])
    }
    expect((await world.call('setup.submitLicense', { body: {} })).errors).toHaveProperty('license')
    // A payload changed after it was signed.
    const [, signature] = token(licence).split('.')
    expect((await register(`${Buffer.from(JSON.stringify({ ...licence, edition: 'x' })).toString('base64url')}.${signature}`)).code).toBe('license.invalid')
    expect(await world.stored()).toBe(before)
  })

  it('takes a valid one from anybody while none is registered', async () => {
    const reply = await register(` ${token(licence)}\n`)
    expect(reply.data).toEqual({ redirect: '/home', ...licence })
    expect(await world.running.services.licences.current()).toEqual(licence)
    expect(JSON.stringify(await world.db.selectFrom('audit').select('input').execute())).not.toContain(token(licence))
  })

  it('takes the next one from a platform super user only', async () => {
    const next = token({ ...licence, edition: 'ultimate' })
    const before = await world.stored()
    expect((await register(next)).status).toBe(401)
    expect((await register(next, 'ann')).status).toBe(403)
    expect(await world.stored()).toBe(before)
    expect((await register(next, 'sue')).data.edition).toBe('ultimate')
  })
})

describe('setup.submitLicense without a configured key', () => {
  it('says that no licence is needed', async () => {
    const world = await makeWorld()
    const before = await world.stored()
    const reply = await world.call('setup.submitLicense', { body: { license: token(licence) } })
    expect(reply).toMatchObject({ status: 422, code: 'license.notNeeded', msg: 'This installation needs no licence' })
    expect(await world.stored()).toBe(before)
    await world.close()
  })

  it('reads a key given as base64, too', async () => {
    const world = await makeWorld({ licensePublicKey: vendor.publicKey.export({ type: 'spki', format: 'der' }).toString('base64') })
    expect((await world.call('setup.submitLicense', { body: { license: token(licence) } })).status).toBe(0)
    await world.close()
  })
})
