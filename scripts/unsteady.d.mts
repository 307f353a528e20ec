export interface History {
  /** Names of unsteady tests, the latest run last. */
  runs: string[][]
}
export function remember(history: History | undefined, again: readonly string[]): { history: History; tooOften: string[] }
