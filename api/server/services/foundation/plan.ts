// What the plan of an organisation has on an installation that somebody else operates. Everywhere else everything is there.
import type { Config } from '../../config.ts'

/** Whether apps of this organisation may leave as packages; the platform's administrators take them out of any. */
export const packagesInPlan = (
  { cloudHosted, packageExport }: Pick<Config, 'cloudHosted' | 'packageExport'>,
  company: { key: string },
  user: { isSuper: boolean } | undefined,
) => !cloudHosted || packageExport === 'all' || packageExport.includes(company.key) || user?.isSuper === true
