// share.custom-scripts
import { scenarios } from '../support/scenarios.ts'
import { savesScripts } from '../support/shares.ts'

scenarios(
  'share.saveCompanyScripts',
  savesScripts('ann', data => data.company.aipageCustomComponentsSrc),
)
