// Names of files that every system can keep: Linux, macOS and Windows, where people clone what the app was pushed to.

/** Names of devices, which Windows opens in the place of a file, whatever ending they have. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
/** What Windows takes in no name, what nobody sees or what turns the order of letters, and what was no text. */
export const SIGNS = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffd<>:"|?*\\]/
const NAME_BYTES = 255
const GIT = /^(?:\.git|git~\d+)$/i

/** Whether a name can be a file's everywhere, and is that file there. */
export const isKeepable = (name: string) =>
  name !== '' && name !== '..' && !/[. ]$/.test(name) && !SIGNS.test(name) && !DEVICE.test(name) && !GIT.test(name) && Buffer.byteLength(name) <= NAME_BYTES

/** A name for a file that people may call as they like. */
export const kept = (name: string) => (DEVICE.test(name) ? `_${name}` : name)

/** What every file system takes, in words that people wrote. */
const slug = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    // Not half a letter.
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/-$/, '')

/** A name that no other file of the folder has, whatever is added to the app or renamed in it. */
export const named = (text: string, id: string) => kept([slug(text), slug(id).replaceAll('-', '').slice(-8)].filter(Boolean).join('.'))

/** Names by key; keys that differ by case only have their ids in them. */
export function namedByKey<T extends { id: string; key: string }>(list: readonly T[], groupOf: (one: T) => string = () => ''): (one: T) => string {
  const same = (one: T) => `${groupOf(one)} ${one.key.toLowerCase()}`
  const count = new Map<string, number>()
  for (const one of list) count.set(same(one), (count.get(same(one)) ?? 0) + 1)
  return one => ((count.get(same(one)) ?? 0) > 1 ? kept(`${one.key}.${slug(one.id).replaceAll('-', '').slice(-8)}`) : kept(one.key))
}
