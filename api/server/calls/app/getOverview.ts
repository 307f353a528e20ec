import type { Handler } from '../../handler.ts'

export const appGetOverview: Handler<'app.getOverview'> = async (_input, { overview, app, company }) => overview.of(company, app)
