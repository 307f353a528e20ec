import type { Handler } from '../../handler.ts'

export const releaseInitRelease: Handler<'release.initRelease'> = async ({ query }, { i18n, miniapps, releases, company, app, scope, locale }) => {
  const start = { ...(await releases.start(company, app, query, locale)), applet: await miniapps.forms.start(app, scope) }
  // What a version lacks was told when it was published.
  return start.from === 'dev' ? { ...start, languagesOptions: await i18n.withGaps(app, start.languagesOptions, locale) } : start
}
