// Answers that are kept: names of properties and types repeat from node to node and from screen to screen, and a look into a table is many times faster
// than a regular expression.

/** More names than amis and our own screens have; those that somebody made up beyond it are asked each time. */
const MOST_NAMES = 4000
const LONGEST_NAME = 60

/** The same question about a name, asked once. */
export function byName<T extends boolean | number | string | object>(ask: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    const answer = ask(name)
    if (known.size < MOST_NAMES && name.length <= LONGEST_NAME) known.set(name, answer)
    return answer
  }
}

/** Whether a name is one of a pattern's. */
export const isIn = (pattern: RegExp) => byName(name => pattern.test(name))
