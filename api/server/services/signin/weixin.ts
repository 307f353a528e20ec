// WeChat for websites: a QR code on a page of WeChat, a code that comes back, and the person's name for it.
import { textAt, type Proof } from './proof.ts'
import { causeOf, failed, passed, providerAway, providerFetch, providerUrl, proofWrong, reach, refusedThere } from './provider-http.ts'
import type { Steps, WeixinSettings } from './settings.ts'
import type { Strategy } from './strategy.ts'

/** Codes of the vendor that say something about the application, not about the person. */
const APPLICATION_WRONG = new Set([40001, 40013, 40125, 41002, 41004, 40164])

const gateway = (address: string) => {
  const url = providerUrl(address)
  if (!url) throw Object.assign(providerAway(), { cause: new Error(`"${address}" is no https address`) })
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

async function ask(settings: WeixinSettings, path: string, query: Record<string, string>): Promise<Record<string, unknown>> {
  const reply = await providerFetch('')(`${gateway(settings.apiGateway)}${path}?${new URLSearchParams(query)}`, { headers: { accept: 'application/json' } })
  const said: unknown = await reply.json()
  if (!reply.ok || typeof said !== 'object' || said === null) throw new Error(`HTTP ${reply.status}`)
  return said as Record<string, unknown>
}

const exchange = (settings: WeixinSettings, code: string) =>
  ask(settings, '/sns/oauth2/access_token', { appid: settings.appId, secret: settings.appSecret, code, grant_type: 'authorization_code' })

/** WeChat's page takes a style sheet along: the code is 140 wide and the sentence below it fits into our frame, without the title that stands above it there. */
const STYLE =
  '.impowerBox .title{display:none}.impowerBox .qrcode{width:140px;margin-top:16px;border:0}.impowerBox .info{width:260px}.impowerBox .status{padding:4px 8px}.impowerBox .status.normal{margin-top:8px}'

/** The page with the QR code; in a frame it takes the whole window along once the code was scanned. */
export function qrPage(settings: WeixinSettings, { callback, state, isFrame }: { callback: string; state: string; isFrame?: boolean }): string {
  const query = new URLSearchParams({
    appid: settings.appId,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'snsapi_login',
    state,
    ...(isFrame && { login_type: 'jssdk', self_redirect: 'default', style: 'black', href: `data:text/css;base64,${Buffer.from(STYLE).toString('base64')}` }),
  })
  return `${gateway(settings.pageGateway)}/connect/qrconnect?${query}#wechat_redirect`
}

export const createWeixin = (): Strategy<WeixinSettings> => ({
  async start(settings, going) {
    return { to: qrPage(settings, going), kept: { callback: going.callback } }
  },

  async end(settings, { query: { code } }) {
    // Whoever refuses on the phone comes back without a code.
    if (!code) throw refusedThere()
    let tokens: Record<string, unknown>
    let person: Record<string, unknown>
    try {
      tokens = await exchange(settings, code)
      const [token, openid] = [textAt(tokens, 'access_token', 1000), textAt(tokens, 'openid')]
      person = token && openid ? await ask(settings, '/sns/userinfo', { access_token: token, openid, lang: 'zh_CN' }) : {}
    } catch (error) {
      throw Object.assign(providerAway(), { cause: error })
    }
    const problem = tokens.errcode ?? person.errcode
    if (problem)
      throw Object.assign(problem === -1 ? providerAway() : proofWrong(), { cause: new Error(`${problem} ${String(tokens.errmsg ?? person.errmsg)}`) })
    const subject = textAt(tokens, 'openid')
    if (!subject || textAt(person, 'openid') !== subject) throw proofWrong()
    const proof: Proof = {
      kind: 'weixin',
      // An openid is the person's with this application only.
      issuer: settings.appId,
      subject,
      name: textAt(person, 'nickname', 100),
      email: '',
      emailVerified: false,
      phone: '',
      claims: person,
    }
    return { proof }
  },

  steps,
})

/** Tries everything that can be tried without a phone. */
export async function* steps(settings: WeixinSettings): Steps {
  for (const address of [settings.pageGateway, settings.apiGateway])
    for await (const step of reach(address, '')) {
      yield step
      if (!step.ok) return
    }
  if (!settings.appId.trim() || !settings.appSecret) return yield failed('application', 'App id and app secret are missing. They stand at open.weixin.qq.com')
  try {
    const { errcode, errmsg } = await exchange(settings, 'tessera-trial')
    const values = { cause: `${String(errcode)} ${String(errmsg ?? '')}`.slice(0, 200) }
    if (APPLICATION_WRONG.has(Number(errcode)))
      yield failed('application', 'WeChat refuses this application ({cause}). Check app id, app secret and the allowed addresses', values)
    else if (Number(errcode) === 40029) yield passed('application', 'WeChat knows this application')
    else yield failed('application', 'WeChat answers in an unexpected way ({cause})', values)
  } catch (error) {
    yield failed('application', 'The address for tokens does not answer: {cause}', { cause: causeOf(error) })
  }
}
