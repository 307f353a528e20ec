import type { Handler } from '../../handler.ts'

export const appGetOverview: Handler<'app.getOverview'> = async (_input, { overview, app, company, locale }) => overview.of(company, app, locale)
