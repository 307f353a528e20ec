import { ScimAnswer } from '../../answers.ts'
import type { Handler } from '../../handler.ts'
import { providerConfig } from '../../services/scim/index.ts'

export const scimGetConfig: Handler<'scim.getConfig'> = (_input, { scope }) => new ScimAnswer(providerConfig(scope.base))
