// A browser that chooses a new password: keeps its cookie, reads the outbox like the owner of the mailbox, answers the question like a person.
import type { CallId } from '../../api/generated/calls.ts'
import type { Ask, Reply, World } from './world.ts'

const WORDS = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
  ' ',
)
const CHINESE = '零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十'.split(' ')
const number = (word: string) => Math.max(WORDS.indexOf(word), CHINESE.indexOf(word))

/** The answer to one of the questions. */
export function answerTo(question: string): string {
  const sum = /What is (\w+) plus (\w+)\?|(\S+)加(\S+)等于几/.exec(question)
  if (sum) return String(number(sum[1] ?? sum[3] ?? '') + number(sum[2] ?? sum[4] ?? ''))
  const list = (/[:：] ?(.*)[?？]$/.exec(question)?.[1] ?? '').split(/, |、/)
  const place = /word is number (\w+)|第(\S+?)个/.exec(question)
  return place ? (list[number(place[1] ?? place[2] ?? '') - 1] ?? '') : String(Math.max(...list.map(number)))
}

export interface ResetBrowser {
  cookie: string
  call(id: CallId, ask?: Ask): Promise<Reply>
  /** A graphical code that is right. */
  graphCode(): Promise<string>
}

export function resetBrowser(world: World, cookie = ''): ResetBrowser {
  const browser: ResetBrowser = {
    cookie,
    async call(id, ask = {}) {
      const reply = await world.call(id, { ...ask, headers: { ...ask.headers, ...(browser.cookie && { cookie: browser.cookie }) } })
      for (const line of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
        const [pair = ''] = line.split(';')
        if (pair.startsWith('tessera_reset=')) browser.cookie = pair
      }
      return reply
    },
    async graphCode() {
      const { data } = await browser.call('reset.getQuestion')
      return answerTo(data.question)
    },
  }
  return browser
}

/** The last code that was sent to an email or phone; undefined when there was none. */
export async function codeSentTo(world: World, recipient: string): Promise<string | undefined> {
  await world.running.services.reset.settled()
  const row = await world.db.selectFrom('outbox').select('body').where('recipient', '=', recipient).orderBy('id', 'desc').executeTakeFirst()
  return /\b\d{6}\b/.exec(row?.body ?? '')?.[0]
}

/** Lets an account be sent another code at once. */
export const passMinute = (world: World) =>
  world.db
    .updateTable('reset_send')
    .set({ sent_at: new Date(Date.now() - 61_000) })
    .execute()

/** A browser that has proved the account of an email. */
export async function verifiedBrowser(world: World, email: string): Promise<ResetBrowser> {
  const browser = resetBrowser(world)
  await passMinute(world)
  await world.db.deleteFrom('rate').execute()
  await browser.call('reset.sendEmailCode', { body: { email } })
  const token = await codeSentTo(world, email)
  const reply = await browser.call('reset.verifyAccount', { body: { accountType: 'email', email, token } })
  if (reply.status !== 0) throw new Error(`not verified: ${reply.msg}`)
  return browser
}

/** A code that is not the one given. */
export const otherCode = (code = '') => (code === '111111' ? '222222' : '111111')
