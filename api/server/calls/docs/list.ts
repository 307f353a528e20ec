import type { Handler } from '../../handler.ts'

export const docsList: Handler<'docs.list'> = async (_, { docs, locale }) => ({ items: docs.list(locale) })
