import { Special } from '../../answers.ts'
import type { Handler } from '../../handler.ts'

/** Documented status: created, and the browser goes on in the dev environment. */
const CREATED_IN_DEV = 3

export const companyCreateCompany: Handler<'company.createCompany'> = async ({ body }, { companies, config, user }) => {
  const { key } = await companies.create(body, user)
  const answer = { url: `/company/${key}`, key }
  return config.companyCreateEnv === 'dev' ? new Special(CREATED_IN_DEV, '', answer) : answer
}
