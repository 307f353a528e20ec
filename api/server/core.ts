// What every service is made from.
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Config } from './config.ts'
import type { Workers } from './services/foundation/workers.ts'
import type { Bus } from './store/bus.ts'
import type { Db } from './store/database.ts'

export interface Core {
  config: Config
  db: Db
  pool: Pool
  bus: Bus
  log: FastifyBaseLogger
  workers: Workers
}
