// The work of a challenge, done beside what the page shows; where a browser keeps its own cryptography to encrypted connections, in plain JavaScript.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

type Challenge = Parameters<typeof solveChallenge>[0]['challenge']['parameters']
type DeriveKey = Parameters<typeof solveChallenge>[0]['deriveKey']

const inJavaScript = async (): Promise<DeriveKey> => {
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([import('@noble/hashes/pbkdf2.js'), import('@noble/hashes/sha2.js')])
  return async ({ cost, keyLength = 32 }, salt, password) => ({ parameters: {}, derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) })
}

/** The key that a challenge asks for; undefined where the work was called off. */
export async function solve(parameters: Challenge, controller: AbortController): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge: { parameters }, controller, deriveKey: globalThis.crypto?.subtle ? deriveKey : await inJavaScript() })
  return solution?.derivedKey
}
