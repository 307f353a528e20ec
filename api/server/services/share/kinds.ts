// What can be shared, by the numbers of the product's documents.

export const TYPES = [1, 2, 3, 5, 9, 50] as const
export type ShareType = (typeof TYPES)[number]
/** A page of the app, or a template of a component; each has a call of its own. */
export type ShareContent = 'page' | 'widgetTpl'

/** Markdown and rich text are written for the share and belong to no page. */
export const isDocument = (type: number) => type === 2 || type === 3
/** Built of components that come as a script. */
export const isCustom = (type: number) => type === 9 || type === 50
