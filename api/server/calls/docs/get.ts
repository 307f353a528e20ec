import type { Handler } from '../../handler.ts'

export const docsGet: Handler<'docs.get'> = async ({ params }, { docs, locale }) => docs.get(locale, params.docId)
