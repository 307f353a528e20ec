import { say } from '../../../messages.ts'
import type { Handler } from '../../handler.ts'
import { NAMES, shownTest } from './method-view.ts'

export const signinListMethods: Handler<'signin.listMethods'> = async (_input, { signin, locale, origin }) => {
  const rows = await signin.connectionTest.list()
  const items = rows.map(({ kind, settings, secretsKept, tested, testedAt, updatedAt, enabled, isLast }) => ({
    kind,
    name: say(locale, NAMES[kind]),
    enabled,
    isLast,
    settings,
    secretsKept: secretsKept as ('bindPassword' | 'clientSecret' | 'appSecret')[],
    callback: signin.redirectSignin.callbackOf(kind, origin) ?? '',
    testedAt: testedAt?.toISOString() ?? null,
    tested: tested && shownTest(tested, locale),
    updatedAt: updatedAt?.toISOString() ?? null,
  }))
  return { items, total: items.length }
}
