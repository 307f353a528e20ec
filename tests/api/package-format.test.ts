// App packages: what is written can be read, the same content gives the same bytes, and whatever is wrong is refused by name.
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { decryptFile, encryptFile } from '../../api/server/services/foundation/archives/encryption.ts'
import { LIMITS } from '../../api/server/services/foundation/archives/limits.ts'
import { depthOf } from '../../api/server/services/foundation/archives/json.ts'
import zhCN from '../../api/generated/messages.zh-CN.json' with { type: 'json' }
import { ownTemporaryFolder } from '../support/own-folder.ts'
import { withPackage } from '../support/open-package.ts'
import { BODIES, badPackages, craftPackage, fileOf, manifestOf, packageOf, sha256 } from '../support/package.ts'

const refusalOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    error => error,
  )
ownTemporaryFolder()
const leftovers = () => readdirSync(tmpdir()).filter(name => name.startsWith('tessera-package-') && !name.startsWith('tessera-package-test-'))

describe('app packages', () => {
  it('hold what was put in', async () => {
    const file = randomBytes(300_000)
    const manifest = manifestOf({ files: [{ id: 'f', name: 'logo.png', mime: 'image/png', size: file.length, hash: sha256(file) }] })
    for (const password of ['', 'a password, 密码']) {
      const path = fileOf(await packageOf(manifest, { files: [file], password }))
      await withPackage(path, password, async opened => {
        expect(opened.manifest).toEqual(manifest)
        expect(await opened.body(sha256(BODIES[0]!))).toEqual(JSON.parse(BODIES[0]!))
        const chunks: Buffer[] = []
        for await (const chunk of await opened.file(sha256(file))) chunks.push(chunk as Buffer)
        expect(Buffer.concat(chunks).equals(file)).toBe(true)
      })
    }
    expect(leftovers()).toEqual([])
  })

  it('have the same bytes for the same content, in any order of bodies and time zone', async () => {
    const first = await packageOf()
    const zone = process.env.TZ
    process.env.TZ = 'Asia/Shanghai'
    const again = await packageOf(manifestOf(), { bodies: [...BODIES].reverse() })
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
    expect(sha256(again)).toBe(sha256(first))
  })

  it('differ every time when a password protects them, and show nothing of their content', async () => {
    const [one, two] = [await packageOf(manifestOf(), { password: 'x' }), await packageOf(manifestOf(), { password: 'x' })]
    expect(one.equals(two)).toBe(false)
    expect(one.includes('manifest.json')).toBe(false)
  })

  it('can be opened with a password nobody needs', async () => {
    const path = fileOf(await packageOf())
    await withPackage(path, 'not needed', async opened => expect(opened.manifest.app.key).toBe('orders'))
  })

  it('are refused by name of what is wrong, in both languages, leaving nothing behind', async () => {
    for (const { name, content, code, password, field = 'file' } of await badPackages()) {
      let used = false
      const error = await refusalOf(withPackage(fileOf(content), password, async () => void (used = true)))
      expect(`${name}: ${error?.code}`).toBe(`${name}: ${code}`)
      expect(Object.keys(error.more.fields)).toEqual([field])
      expect(Object.keys(zhCN)).toContain(error.english)
      expect(used).toBe(false)
    }
    expect(leftovers()).toEqual([])
  })

  it('are refused when they unpack to more than allowed in all', async () => {
    const limits = { ...LIMITS, totalBytes: 600 }
    const error = await refusalOf(withPackage(fileOf(craftPackage()), undefined, async () => undefined, { limits }))
    expect(error.code).toBe('package.tooLarge')
  })

  it('that are protected survive no cut, no swap and no change of any piece', async () => {
    const size = 64 * 1024
    const plain = randomBytes(size * 3 + 17)
    const from = fileOf(plain)
    const to = fileOf('')
    await encryptFile(from, to, 'pw')
    const whole = readFileSync(to)
    const piece = size + 16
    const header = whole.length - (size * 3 + 17 + 4 * 16)
    const at = (n: number) => header + n * piece
    const back = fileOf('')
    await decryptFile(to, back, 'pw')
    expect(readFileSync(back).equals(plain)).toBe(true)
    const part = (from: number, to?: number) => whole.subarray(from, to)
    for (const bad of [
      part(0, header),
      part(0, at(1)),
      part(0, at(3)),
      Buffer.concat([part(0, at(1)), part(at(2))]),
      Buffer.concat([part(0, header), part(at(1), at(2)), part(header, at(1)), part(at(2))]),
      Buffer.concat([whole, Buffer.from('x')]),
    ]) {
      const error = await refusalOf(decryptFile(fileOf(bad), back, 'pw'))
      expect(error.code).toBe('package.damaged')
    }
  })

  it('of whole pieces end where they should', async () => {
    for (const length of [0, 1, 64 * 1024, 128 * 1024]) {
      const plain = randomBytes(length)
      const [to, back] = [fileOf(''), fileOf('')]
      await encryptFile(fileOf(plain), to, 'pw')
      await decryptFile(to, back, 'pw')
      expect(readFileSync(back).equals(plain)).toBe(true)
    }
  })

  it('cannot ask for more memory or time than a header may', async () => {
    const { createHash } = await import('node:crypto')
    const locked = await packageOf(manifestOf(), { password: 'pw' })
    const costly = Buffer.from(locked)
    costly[8] = 25
    createHash('sha256').update(costly.subarray(0, 38)).digest().copy(costly, 38, 0, 8)
    const error = await refusalOf(withPackage(fileOf(costly), 'pw', async () => undefined))
    expect(error.code).toBe('package.unknownEncryption')
    expect(Object.keys(zhCN)).toContain(error.english)
  })

  it('have their depth counted outside of strings', () => {
    expect(depthOf('{"a":"[[[[\\"[["}')).toBe(1)
    expect(depthOf('[{"a":[]}]')).toBe(3)
  })
})
