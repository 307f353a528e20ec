// store/tables.ts is what kysely-codegen makes of the migrated database. After a migration: `npm run gen:tables`, and commit what it wrote.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Db } from '../../api/server/store/database.ts'
import { tablesText } from '../../scripts/tables.ts'
import { freshDatabase } from '../support/world.ts'

let db: Db
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  ;({ db } = connect(fresh.database.options))
  drop = fresh.drop
})
afterAll(async () => {
  await db.destroy()
  await drop()
})

it('tables.ts says of every table and column what the migrations make', async () => {
  await expect(await tablesText(db)).toMatchFileSnapshot('../../api/server/store/tables.ts')
})
