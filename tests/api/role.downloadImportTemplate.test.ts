import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openWorkbook } from '../../api/server/services/foundation/spreadsheets/index.ts'
import { addRole, foreignRole, rolesNotForThem } from '../support/roles.ts'
import { scenarios } from '../support/scenarios.ts'
import type { Reply, World } from '../support/world.ts'

let sales = ''
const own = async (world: World) => ({ params: { roleId: (sales ||= await addRole(world, 'Sales')) } })

async function cellsOf({ raw }: Reply) {
  const folder = await mkdtemp(join(tmpdir(), 'template-'))
  const path = join(folder, 'template.xlsx')
  await writeFile(path, raw)
  const book = await openWorkbook(path)
  const rows = []
  for await (const { cells } of book.sheets[0]!.rows()) rows.push(cells)
  book.close()
  await rm(folder, { recursive: true })
  return rows
}

scenarios('role.downloadImportTemplate', [
  {
    name: 'role.download-import-template: a sheet to fill in, that can be imported as it is',
    as: 'ann',
    given: own,
    expect: { status: -1 },
    then: async (reply, world) => {
      expect(reply.headers['content-disposition']).toContain('role-members.xlsx')
      expect((await cellsOf(reply))[0]).toEqual(['Email *', 'Name'])
      // Its row of an example names nobody.
      const back = await world.call('role.importUsers', {
        as: 'ann',
        params: { roleId: sales },
        files: [{ field: 'file', name: 'a.xlsx', content: reply.raw }],
      })
      expect(back.code).toBe('role.importEmpty')
    },
  },
  {
    name: 'role.download-import-template: in the reader’s language',
    as: 'ann',
    headers: { 'accept-language': 'zh-CN' },
    given: own,
    expect: { status: -1 },
    then: async reply => expect((await cellsOf(reply))[0]?.[0]).toBe('邮箱 *'),
  },
  {
    name: 'knows no role of another organisation',
    as: 'ann',
    given: async world => ({ params: { roleId: await foreignRole(world) } }),
    expect: { status: 404, code: 'role.unknown' },
  },
  ...rolesNotForThem({}, own),
])
