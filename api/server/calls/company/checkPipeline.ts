import type { Handler } from '../../handler.ts'

export const companyCheckPipeline: Handler<'company.checkPipeline'> = async (_input, { miniapps, company }) => {
  await miniapps.pipelines.check(company.id)
  return {}
}
