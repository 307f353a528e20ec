// A self-signed certificate for peers on loopback, made anew for each run.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const name = (text: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const utc = (date: Date) =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .slice(2)}`,
    ),
  )

export interface Certificate {
  key: string
  cert: string
}

/** For `localhost` and 127.0.0.1, or for the names given; `days` below 0 has expired. */
export function makeCertificate({
  hosts = ['localhost'],
  ips = ['127.0.0.1'],
  days = 2,
}: { hosts?: string[]; ips?: string[]; days?: number } = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(oid('2a8648ce3d040302'))
  const alternatives = sequence(...hosts.map(host => der(0x82, Buffer.from(host))), ...ips.map(ip => der(0x87, Buffer.from(ip.split('.').map(Number)))))
  const extensions = der(
    0xa3,
    sequence(
      sequence(oid('551d11'), der(0x04, alternatives)),
      sequence(oid('551d13'), der(0x01, Buffer.from([255])), der(0x04, sequence(der(0x01, Buffer.from([255]))))),
    ),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name('Loopback'),
    sequence(utc(new Date(Date.now() - 86_400_000 * 3)), utc(new Date(Date.now() + 86_400_000 * days))),
    name('Loopback'),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  )
  const signed = sequence(body, algorithm, der(0x03, Buffer.from([0]), sign('sha256', body, privateKey)))
  const lines = signed.toString('base64').match(/.{1,64}/g) as string[]
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
