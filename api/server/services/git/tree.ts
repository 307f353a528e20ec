// What a commit holds in an app's folder, looked at before any of it is written to a disk: names that mean something else on another system, links and
// repositories in a repository are refused, and only the contents of the app's own files are asked of the server, however large the repository is.
import { ApiError } from '../../errors.ts'
import { LIMITS } from '../foundation/archives/limits.ts'
import { TOP } from './folder.ts'
import { isKeepable, SIGNS } from './names.ts'
import type { Opened } from './repository.ts'

const shown = (path: string) => path.replaceAll(new RegExp(SIGNS, 'g'), '?').slice(0, 200)
const refuse = (english: string, path: string): never => {
  throw new ApiError('git.badFolder', english, 422, { values: { where: shown(path) } })
}

interface File {
  id: string
  path: string
}

/** The files that an app's folder holds, those beside them left out; whatever could not be written as it is refuses all. */
async function filesOf({ git }: Opened, tree: string): Promise<File[]> {
  const listed = await git(['ls-tree', '-r', '-t', '-z', tree])
  const files: File[] = []
  const seen = new Set<string>()
  for (const line of listed.split('\0')) {
    const [, mode = '', id = '', path = ''] = /^(\d{6}) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line) ?? []
    const parts = path.split('/')
    if (!path || !TOP.some(name => name === parts[0]?.toLowerCase())) continue
    if (!parts.every(isKeepable)) refuse('The folder of the app holds a name that not every system can keep: {where}', path)
    if (mode === '120000' || mode === '160000') refuse('The folder of the app holds a link or another repository where a file is expected: {where}', path)
    const same = path.normalize('NFC').toLowerCase()
    if (seen.has(same)) refuse('The folder of the app holds two files whose names differ by upper and lower case or by their accents only: {where}', path)
    seen.add(same)
    if (mode !== '040000') files.push({ id, path })
    if (files.length > 2 * LIMITS.entries) refuse('The folder does not hold an app as Tessera writes it: {where}', 'it has too many files')
  }
  return files
}

/** Runs it, and answers false where git said something else than that the line or the account was at fault. */
async function works(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'git.failed')) throw error
    return false
  }
}

/** Contents of these that the server kept back, all at once; git would ask for each of them. */
async function fetchMissing({ git }: Opened, commit: string, tree: string, files: readonly File[]) {
  const found = await git(['rev-list', '--objects', '--missing=print', '--no-object-names', tree])
  const missing = new Set([...found.matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => id))
  const wanted = files.filter(({ id }) => missing.has(id))
  if (!wanted.length) return
  const fetching = ['-c', 'fetch.negotiationAlgorithm=noop', 'fetch', '-q', '--no-tags', '--no-write-fetch-head', '--filter=blob:none', '--stdin', 'origin']
  const isFetched = await works(git(fetching, { input: wanted.map(({ id }) => `${id}\n`).join('') }))
  // The old protocol knows how to keep contents back, and not how to ask for them: then all of the commit comes.
  if (!isFetched) await git(['fetch', '-q', '--refetch', '--no-filter', '--depth', '1', 'origin', commit])
}

/** Whether the commit is here now. */
async function fetchCommit({ git }: Opened, commit: string): Promise<boolean> {
  if (await works(git(['fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', commit]))) return true
  // Servers that speak the old protocol hand no single commit out: then it is among those before the tip, which was fetched first.
  return works(git(['fetch', '-q', '--unshallow', 'origin']))
}

/**
 * Writes the files that an app's folder `key` holds in a commit below `work`, which is there and empty; false where the commit or the folder is not there.
 * `index` is a file for git's own use.
 */
export async function writeTree(opened: Opened, commit: string, key: string, work: string, index: string): Promise<boolean> {
  const { git, ask } = opened
  if (!(await fetchCommit(opened, commit))) return false
  const [, tree] = /^040000 tree ([0-9a-f]+)\t/.exec((await ask(['ls-tree', commit, '--', key])) ?? '') ?? []
  if (!tree) return false
  const files = await filesOf(opened, tree)
  await fetchMissing(opened, commit, tree, files)
  const env = { GIT_INDEX_FILE: index }
  await git(['read-tree', tree], { env })
  await git([`--work-tree=${work}`, 'checkout-index', '-f', '-q', '-z', '--stdin'], { env, cwd: work, input: files.map(({ path }) => `${path}\0`).join('') })
  return true
}
