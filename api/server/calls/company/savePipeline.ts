import type { Handler } from '../../handler.ts'

export const companySavePipeline: Handler<'company.savePipeline'> = async ({ body }, { miniapps, company, user }) => {
  await miniapps.pipelines.save(company.id, user.id, body)
  return {}
}
