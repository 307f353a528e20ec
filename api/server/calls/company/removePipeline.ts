import type { Handler } from '../../handler.ts'

export const companyRemovePipeline: Handler<'company.removePipeline'> = async (_input, { miniapps, company }) => {
  await miniapps.pipelines.remove(company.id)
  return {}
}
