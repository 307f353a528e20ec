// Passwords of people and shares: argon2id, as many at once as there are processors.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** argon2id parameters: 19 MiB, 2 passes (OWASP); algorithm 2 is argon2id. */
export const ARGON = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let free = availableParallelism()
const waiting: (() => void)[] = []

/** Each takes a processor for some 15 ms. More of them at once finish no sooner, and all of them late; whoever came first is served first. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free--
  else await new Promise<void>(done => waiting.push(done))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, ARGON))
export const isPassword = (stored: string, password: string): Promise<boolean> => inTurn(() => verify(stored, password))
