// Which tests passed only when tried again, over the last runs: once is an accident, twice is a test or a product to be mended.
const RUNS = 5
const TWICE = 2

/**
 * Adds a run to the history. `again` are the names of tests that passed only when tried again; `tooOften` those among them that did so before,
 * within the last five runs.
 */
export function remember(history, again) {
  const runs = [...(history?.runs ?? []), [...again].sort()].slice(-RUNS)
  const times = name => runs.filter(run => run.includes(name)).length
  return { history: { runs }, tooOften: [...new Set(again)].filter(name => times(name) >= TWICE) }
}
