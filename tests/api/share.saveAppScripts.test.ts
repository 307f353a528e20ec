// share.custom-scripts
import { scenarios } from '../support/scenarios.ts'
import { savesScripts } from '../support/shares.ts'

scenarios(
  'share.saveAppScripts',
  savesScripts('ann', data => data.application.appConfig.aipageCustomComponentsSrc),
)
