import type { Handler } from '../../handler.ts'

export const companyGetPipeline: Handler<'company.getPipeline'> = async (_input, { miniapps, company }) => miniapps.pipelines.get(company.id)
