// Which part of the tree may know which, read off every import there is, those of types too.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/**
 * The rooms of api/server/services from the ground up: each may import from the door of rooms on floors before its own,
 * never from its own floor or a later one.
 * A room that does not fit has something that belongs further down, often into the foundation.
 */
const ROOMS = [
  ['foundation'],
  ['company', 'data', 'docs', 'org', 'page', 'reset', 'setup', 'signin', 'theme'],
  ['entry', 'external', 'i', 'log', 'permission', 'scim', 'screen'],
  ['component', 'i18n', 'query', 'release', 'rowPermission', 'widgetTemplate'],
  ['api', 'share'],
  ['flow'],
  ['trigger'],
  ['packages', 'starter'],
  ['app', 'git', 'sync'],
  ['embed', 'miniapp', 'runtime', 'standalone', 'template', 'workingCopy'],
]

const filesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    // The list of handlers names all of them.
    .filter(file => !file.startsWith('api/generated/') && file !== 'api/server/calls/index.ts')

const importsOf = (file: string) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, to = '']) =>
    relative(root, join(root, dirname(file), to))
      .split(sep)
      .join('/'),
  )

/** The first folder below `base`; files that lie loose in it put the others together and belong to none. */
const under = (base: string) => (file: string) => (file.startsWith(`${base}/`) ? /^([^/]+)\//.exec(file.slice(base.length + 1))?.[1] : undefined)

function arrowsIn(base: string) {
  const folderOf = under(base)
  const arrows = filesOf(base).flatMap(file => {
    const from = folderOf(file)
    return importsOf(file).flatMap(target => {
      const to = folderOf(target)
      return from && to && from !== to ? [{ from, to, file, target }] : []
    })
  })
  return { arrows, folders: [...new Set(filesOf(base).flatMap(file => folderOf(file) ?? []))] }
}

/** Folders from which imports lead back to themselves. */
function circlesIn(base: string): string[] {
  const { arrows, folders } = arrowsIn(base)
  const next = new Map(folders.map(folder => [folder, new Set(arrows.filter(({ from }) => from === folder).map(({ to }) => to))]))
  const reach = (folder: string, seen = new Set<string>()): Set<string> => {
    for (const to of next.get(folder) ?? [])
      if (!seen.has(to)) {
        seen.add(to)
        reach(to, seen)
      }
    return seen
  }
  return folders.filter(folder => reach(folder).has(folder))
}

describe('rooms of services', () => {
  const { arrows, folders } = arrowsIn('api/server/services')

  it('have each a place in the order, and a door', () => {
    expect(folders.toSorted()).toEqual(ROOMS.flat().toSorted())
    // The foundation is a shelf of tools, each taken by its own name.
    const doors = filesOf('api/server/services')
    expect(folders.filter(room => room !== 'foundation' && !doors.includes(`api/server/services/${room}/index.ts`))).toEqual([])
  })

  it('import from those on which they stand alone', () => {
    const floorOf = (room: string) => ROOMS.findIndex(floor => floor.includes(room))
    const up = arrows.filter(({ from, to }) => floorOf(to) >= floorOf(from))
    expect(up.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
  })

  it('are called like the area of calls that they serve', () => {
    const areas = readdirSync(join(root, 'api/contract'))
    expect(folders.filter(room => !areas.includes(room))).toEqual(['foundation', 'miniapp', 'packages', 'standalone'])
  })
})

describe('folders', () => {
  it.each(['api', 'api/server', 'api/server/calls', 'api/server/services/data', 'api/server/services/foundation', 'src'])('of %s are in no circle', base => {
    expect(circlesIn(base)).toEqual([])
  })
})
