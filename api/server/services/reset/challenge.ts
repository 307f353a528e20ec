// The way past the picture for whoever cannot see it: the browser works for some seconds, which asks nothing of the person and costs a program as much.
import { randomInt } from 'node:crypto'
import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** Rounds of one attempt, and how many attempts it may take: about a second in a browser, some where it computes in JavaScript, and as long in a program. */
const COST = 1_000
const LEAST = 300
const MOST = 700
/** Bytes of the key that is looked for; the challenge tells half of them, and nobody guesses the rest. */
const KEY_BYTES = 16

export interface Challenge {
  algorithm: string
  nonce: string
  salt: string
  cost: number
  keyLength: number
  keyPrefix: string
}

/** A challenge with its answer, the key that is found by trying. */
export async function makeChallenge(): Promise<{ challenge: Challenge; answer: string }> {
  const counter = randomInt(LEAST, MOST + 1)
  const made = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: COST, keyLength: KEY_BYTES, counter, deriveKey })
  // Found at once by whoever knows where to begin.
  const solution = await solveChallenge({ challenge: made, counterStart: counter, deriveKey })
  if (!solution) throw new Error('a challenge has no solution')
  const { algorithm, nonce, salt, cost, keyLength = KEY_BYTES, keyPrefix } = made.parameters
  return { challenge: { algorithm, nonce, salt, cost, keyLength, keyPrefix }, answer: solution.derivedKey }
}
