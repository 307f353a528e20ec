// A whole server in this process: database, services, routes. main.ts runs one; tests run several.
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { buildApp } from './app.ts'
import { openDatabase, type OpenedDatabase } from './database/index.ts'
import { createWorkers, type Workers } from './services/foundation/workers.ts'
import { createServices, type Services } from './services/index.ts'
import { withStandalone } from './services/standalone/index.ts'
import { openBus, type Bus } from './store/bus.ts'
import { connect, isDatabaseAway } from './store/database.ts'
import { sweepTemporary } from './temporary.ts'

export interface Running {
  app: FastifyInstance
  services: Services
  database: OpenedDatabase
  workers: Workers
  close(): Promise<void>
}

/** Opens the database (or uses the one given), builds the app; does not listen yet. */
export async function startServer(asked: Config, given?: OpenedDatabase): Promise<Running> {
  const config = await withStandalone(asked)
  const database = given ?? (await openDatabase(config, message => console.log(message)))
  try {
    return await serve(config, database, !given)
  } catch (error) {
    if (!given) await database.stop()
    throw error
  }
}

async function serve(config: Config, database: OpenedDatabase, ownsDatabase: boolean): Promise<Running> {
  const { pool, db, dropAll } = connect(database.options)
  let bus: Bus | undefined
  // Stands in for the bus until the database answers: services are made before that, since the setup page waits for the database with them.
  const lazyBus: Bus = {
    publish: (on, topic, payload) => need().publish(on, topic, payload),
    tell: (topic, payload) => need().tell(topic, payload),
    on(topic, listener) {
      // Services subscribe while they are made, before the database may be asked.
      subscriptions.push([topic, listener])
      return bus
        ? bus.on(topic, listener)
        : () =>
            void subscriptions.splice(
              subscriptions.findIndex(s => s[1] === listener),
              1,
            )
    },
    get isAlive() {
      return bus?.isAlive ?? false
    },
    close: async () => bus?.close(),
  }
  const subscriptions: [string, (payload: Record<string, unknown>) => void][] = []
  const need = () => {
    if (!bus) throw new Error('the database is not ready')
    return bus
  }

  let services!: Services
  let workers!: Workers
  const app = await buildApp(config, log => {
    workers = createWorkers({ log })
    services = createServices(
      { config, db, pool, bus: lazyBus, log, workers },
      {
        embedded: database.embedded,
        tryPassword: database.tryPassword,
        usePassword: database.usePassword,
        isAlive: () => bus?.isAlive ?? false,
        async ready() {
          bus ??= await openBus(database.options)
          for (const [topic, listener] of subscriptions) bus.on(topic, listener)
          bus.on('silent', dropAll)
          // The queues may have failed to open while the database was away.
          bus.on('reconnected', () => void services.jobs.start())
          await services.jobs.start()
          services.directorySync.watch()
          services.data.recovery.watch()
          services.flows.work.watch()
          services.flows.sums.watch()
          services.triggers.watch()
          // In the background: no start waits for screens that may never be opened.
          void services.liveScreens.settle().catch(error => log.warn({ err: error }, 'changed screens could not be rebased; each is when it is opened'))
        },
      },
    )
    return services
  })
  await services.installation.step().catch(error => {
    if (!isDatabaseAway(error)) throw error
    app.log.warn({ err: error }, 'the database is away; it is asked again at the next call')
  })

  try {
    await services.standalone.settle.start()
  } catch (error) {
    await app.close()
    await services.jobs.stop()
    await workers.close()
    await bus?.close()
    await pool.end()
    throw error
  }

  void sweepTemporary().catch(error => app.log.warn({ err: error }, 'temporary folders of processes that are gone could not be removed'))
  const sweep = setInterval(() => {
    if (services.installation.databaseReady)
      void Promise.all([
        services.sessions.removeExpired(),
        services.organisation.invitations.removeExpired(),
        services.organisation.imports.removeExpired(),
        services.data.removeExpired(),
        services.starter.sheets.removeExpired(),
        services.keptUploads.removeExpired(),
        services.limits.removeOld(),
        services.pageErrors.removeOld(),
        services.reset.removeExpired(),
        services.signin.removeOld(),
        services.secondFactor.removeExpired(),
        services.account.contacts.removeExpired(),
        services.storedFiles.removeUnused(),
        services.triggers.removeOld(),
        services.sweep.ask(),
        services.operationLog.ask(),
      ]).catch(error => app.log.warn({ err: error }, 'sweep failed'))
  }, 3_600_000)
  sweep.unref()

  return {
    app,
    services,
    database,
    workers,
    async close() {
      clearInterval(sweep)
      services.flows.notices.unwatch()
      services.directorySync.unwatch()
      services.data.recovery.unwatch()
      await services.triggers.unwatch()
      await services.jobs.stop()
      await app.close()
      await services.flows.work.unwatch()
      await services.flows.sums.unwatch()
      await workers.close()
      await services.reset.settled()
      await services.organisation.imports.settled()
      await services.data.imports.settled()
      await services.sync.settled()
      await services.standalone.remote.settled()
      await services.releases.settled()
      await services.data.bulk.settled()
      await services.data.live.settled()
      await services.data.connections.stop()
      await bus?.close()
      await pool.end()
      if (ownsDatabase) await database.stop()
    },
  }
}
