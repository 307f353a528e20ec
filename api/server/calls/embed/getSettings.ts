import type { Handler } from '../../handler.ts'

const escape = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

export const embedGetSettings: Handler<'embed.getSettings'> = async ({ query }, { embedding, scope, company, app, origin }) => {
  const settings = await embedding.settings({ ...scope, tag: query.tag ?? 'latest' }, { companyKey: company.key, appKey: app.key })
  const page = settings.pages.find(({ path }) => path && !path.includes('/:'))?.path
  const token = settings.secretAt ? ' token-url="/tessera-token"' : ''
  return {
    ...settings,
    script: `${origin}/sdk.js`,
    snippet: `<script src="${origin}/sdk.js" async></script>\n<tessera-page app="${settings.sdkApp}"${page ? ` page="${escape(page)}"` : ''}${token}></tessera-page>`,
    policy: `script-src ${origin}; frame-src ${origin}; connect-src ${origin}`,
  }
}
