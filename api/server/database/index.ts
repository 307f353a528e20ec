// The database of this process: the operator's own where DATABASE_URL names one, the embedded one otherwise.
import type pg from 'pg'
import type { Config } from '../config.ts'
import { openEmbedded } from './embedded.ts'
import { openExternal } from './external.ts'

export interface OpenedDatabase {
  embedded: boolean
  options: pg.ClientConfig
  tryPassword(password: string): Promise<boolean>
  usePassword?(password: string): Promise<void>
  /** Stops the embedded server; leaves an external one alone. */
  stop(): Promise<void>
}

export async function openDatabase(config: Config, log: (message: string) => void): Promise<OpenedDatabase> {
  return config.databaseUrl ? openExternal(config) : openEmbedded(config, log)
}
