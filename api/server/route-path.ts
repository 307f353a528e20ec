// The path of a contract as the router takes it.

/** `{path}` at the end takes the rest; of two places with a colon between them, as `{dsKey}:{dmKey}`, the first one ends there. */
export const routeOf = (path: string): string =>
  path
    .replace(/\/\{path\}$/, '/*')
    .replace(/\{(\w+)\}:(?=\{)/g, ':$1(^[^:/]+)::')
    .replace(/\{(\w+)\}/g, ':$1')
