// Secrets at rest: sealed under a key of the installation that is not in the database.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../api/server/config.ts'
import { createSecrets } from '../../api/server/services/foundation/secrets.ts'

describe('secrets', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tessera-secrets-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const withKey = (secretKey: string) => createSecrets({ config: { ...readConfig({}), secretKey } })
  const kept = (dataDir = folder) => createSecrets({ config: { ...readConfig({}), dataDir, secretKey: '' } })

  it('opens what it sealed, and seals the same text differently every time', () => {
    const { seal, open } = kept()
    for (const text of ['', 'hunter2', '密钥 🔑', 'x'.repeat(10_000)]) expect(open(seal(text))).toBe(text)
    expect(seal('hunter2')).not.toBe(seal('hunter2'))
    expect(Buffer.from(seal('hunter2')).toString()).not.toContain('hunter2')
  })

  it('keeps its key in the data folder, for its owner only, and makes it once', () => {
    const sealed = kept().seal('hunter2')
    expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(kept().open(sealed)).toBe('hunter2')
    expect(readdirSync(folder)).toEqual(['secret-key'])
    expect(Buffer.from(readFileSync(join(folder, 'secret-key'), 'utf8'), 'base64')).toHaveLength(32)
  })

  it('refuses what was changed, cut or sealed elsewhere', () => {
    const { seal, open } = kept()
    const sealed = seal('hunter2')
    // The last letter may hold bits that say nothing.
    const flipped = sealed.slice(0, -4) + (sealed.at(-4) === 'A' ? 'B' : 'A') + sealed.slice(-3)
    const other = withKey(randomBytes(32).toString('hex')).seal('hunter2')
    for (const bad of [flipped, sealed.slice(0, 20), '', 'hunter2', `s1.${sealed.split('.')[1]}.`, other])
      expect(() => open(bad)).toThrow('A stored secret cannot be read with the key of this installation')
  })

  it('takes keys from SECRET_KEY: the first seals, all of them open', () => {
    const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
    const sealed = withKey(old).seal('hunter2')
    const both = withKey(`${next}, ${old}`)
    expect(both.open(sealed)).toBe('hunter2')
    expect(withKey(next).open(both.seal('again'))).toBe('again')
    expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow('SECRET_KEY should be 32 random bytes')
  })

  it('says so when the file holds no key', () => {
    const other = mkdtempSync(join(folder, 'broken-'))
    writeFileSync(join(other, 'secret-key'), 'nonsense')
    expect(() => kept(other).seal('x')).toThrow('does not hold a key')
  })
})
