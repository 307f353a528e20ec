import type { Handler } from '../../handler.ts'

export const appSearch: Handler<'app.search'> = async ({ query }, { appSearch: search, app, company }) => search.in(company, app, query.keywords)
