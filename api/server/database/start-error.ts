/** A reason not to start that the operator can do something about; shown as one sentence, without a stack. */
export class StartError extends Error {}

/** The embedded database cannot run here: says why, and what to do instead. */
export const cannotRun = (reason: string) =>
  new StartError(
    `The embedded PostgreSQL cannot run here: ${reason}.\n` +
      'Ways out: set DATABASE_URL to a PostgreSQL server of your own (15 or newer), or PG_BIN_DIR to the folder of installed PostgreSQL programs.',
  )
