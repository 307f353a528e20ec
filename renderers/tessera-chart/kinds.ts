// What a chart may look like.
export const KINDS = ['bar', 'rows', 'line', 'area', 'pie', 'ring', 'scatter', 'funnel', 'gauge', 'heat', 'stat', 'pivot', 'table'] as const
export type Kind = (typeof KINDS)[number]
/** Drawn as a picture; the others are text. */
export const isPicture = (kind: Kind) => kind !== 'stat' && kind !== 'pivot' && kind !== 'table'
