import type { Handler } from '../../handler.ts'

export const orgTestSync: Handler<'org.testSync'> = async ({ body }, { directorySync, company, locale }) => {
  const steps = await directorySync.settings.test(company.id, body, locale)
  return { isFine: steps.every(step => step.isFine), steps }
}
