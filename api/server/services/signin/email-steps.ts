// Tries the way of a mail: the server that takes it, its certificate, the account there, and one mail to whoever tries.
import nodemailer from 'nodemailer'
import { say, type Locale } from '../../../messages.ts'
import type { Config } from '../../config.ts'
import { causeOf, failed, passed } from './provider-http.ts'
import { reachHost } from './reach.ts'
import type { Steps } from './settings.ts'

const TIMEOUT_MS = 10_000

/** What a mail server said, in one line. */
const said = (error: unknown) =>
  String((error as { response?: string }).response ?? causeOf(error))
    .replace(/\s+/g, ' ')
    .slice(0, 200)
const CERTIFICATE = /CERT|SELF_SIGNED|ALTNAME|ESOCKET|ETLS/

export async function* emailSteps({ smtpUrl, mailFrom, siteName }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteName'>, to: string, locale: Locale): Steps {
  if (!smtpUrl)
    return yield failed(
      'address',
      'No mail server is configured: codes stay in the outbox, where only platform administrators read them. Set SMTP_URL and restart',
    )
  const url = new URL(smtpUrl)
  const port = Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!(yield* reachHost(host, port))) return
  for (const name of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) if (!url.searchParams.has(name)) url.searchParams.set(name, String(TIMEOUT_MS))
  const transport = nodemailer.createTransport(url.href)
  try {
    await transport.verify()
    yield passed('bind', url.username ? 'The mail server lets {user} in' : 'The mail server takes mail without an account', {
      user: decodeURIComponent(url.username),
    })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return yield code === 'EAUTH'
      ? failed('bind', 'The mail server refuses the account of SMTP_URL ({cause}). Check user name and password', { cause: said(error) })
      : CERTIFICATE.test(`${code} ${causeOf(error)}`)
        ? failed('tls', 'The connection to the mail server cannot be encrypted ({cause}). Check its certificate, and smtp:// or smtps://', {
            cause: said(error),
          })
        : failed('greeting', 'The mail server does not answer as one ({cause}). Check host and port', { cause: said(error) })
  }
  if (!to) return
  try {
    await transport.sendMail({
      from: mailFrom,
      to: { name: '', address: to },
      subject: say(locale, '{site}: a mail to try signing in by email', { site: siteName }),
      text: say(locale, 'This mail was sent to see whether codes to sign in with arrive. There is nothing to do.'),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    yield passed('mail', 'A mail to {email} was taken. Look whether it arrives', { email: to })
  } catch (error) {
    yield failed('mail', 'The mail server refuses a mail from {from} to {email} ({cause}). Check MAIL_FROM and what the server lets through', {
      from: mailFrom,
      email: to,
      cause: said(error),
    })
  } finally {
    transport.close()
  }
}
