import type { Handler } from '../../handler.ts'

export const docsSearch: Handler<'docs.search'> = async ({ query }, { docs, locale }) => ({ items: docs.search(locale, query.keywords) })
