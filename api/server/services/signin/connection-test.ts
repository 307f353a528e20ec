// The connection test of sign-in: methods are set, tried step by step and switched on, and nobody locks the administrators out.
import { say, type Locale } from '../../../messages.ts'
import type { Core } from '../../core.ts'
import { ApiError } from '../../errors.ts'
import type { RedirectKind } from './redirect-signin.ts'
import { emailSteps } from './email-steps.ts'
import { ldapSteps, type Trial } from './ldap-steps.ts'
import type { TestResult } from '../../store/columns.ts'
import type { Methods } from './methods.ts'
import { failed, passed } from './provider-http.ts'
import type { Kind, SettingsOf, Steps } from './settings.ts'

interface Parts {
  methods: Methods
  /** Steps of the methods that redirect. */
  redirectSignin: { steps(kind: RedirectKind, settings: object): Steps }
  delivers: { mail: boolean }
}
/** Who tries. */
export interface Trier {
  id: string
  email: string
  locale: Locale
}
type Given = Partial<SettingsOf[Kind]>

/** What is the same whatever the connection is like. */
const WORDS_AND_RULES = new Set(['label', 'creation', 'companyKey', 'linkByEmail', 'bindKey', 'signOut', 'emailTrusted'])

const notWorking = (result: TestResult, locale: Locale) => {
  const step = result.steps.at(-1)
  return new ApiError('signin.notWorking', 'It does not work yet. {reason}', 409, { values: { reason: step ? say(locale, step.text, step.values) : '' } })
}

export function createConnectionTest({ config, db }: Pick<Core, 'config' | 'db'>, { methods, redirectSignin, delivers }: Parts) {
  const superusers = () => db.selectFrom('person').where('is_super', '=', true).where('disabled', '=', false)

  async function* passwordSteps(): Steps {
    const row = await superusers()
      .select(eb => eb.fn.countAll<string>().as('n'))
      .where('password_hash', 'is not', null)
      .executeTakeFirstOrThrow()
    if (Number(row.n)) yield passed('people', 'Platform administrators with a password: {count}', { count: Number(row.n) })
    else yield failed('people', 'No platform administrator has a password. Choose one in the user centre first')
  }

  function stepsOf(kind: Kind, settings: SettingsOf[Kind], trier: Trier, trial?: Trial): Steps {
    if (kind === 'password') return passwordSteps()
    if (kind === 'email') return emailSteps(config, trier.email, trier.locale)
    if (kind === 'ldap') return ldapSteps(settings as SettingsOf['ldap'], trial)
    return redirectSignin.steps(kind, settings)
  }

  async function run(steps: Steps): Promise<TestResult> {
    const list: TestResult['steps'] = []
    for await (const step of steps) list.push(step)
    return { ok: list.length > 0 && list.every(step => step.ok), steps: list }
  }

  /** The ways that are on and have let a platform administrator in, or would. */
  async function methodsOfAdministrators(): Promise<Set<Kind>> {
    const [on, people, identities] = await Promise.all([
      methods.enabled(),
      superusers().select(['email', 'password_hash']).execute(),
      superusers().innerJoin('identity', 'identity.user_id', 'person.id').select('identity.kind').distinct().execute(),
    ])
    const bound = new Set(identities.map(row => row.kind))
    const works = (kind: Kind) =>
      kind === 'password' ? people.some(row => row.password_hash) : kind === 'email' ? delivers.mail && people.some(row => row.email) : bound.has(kind)
    return new Set(on.filter(works))
  }
  const isLast = (kind: Kind, methodsThatWork: ReadonlySet<Kind>) => methodsThatWork.size === 0 || (methodsThatWork.has(kind) && methodsThatWork.size === 1)

  return {
    async list() {
      const [rows, methodsThatWork] = await Promise.all([methods.list(), methodsOfAdministrators()])
      return rows.map(row => ({ ...row, isLast: row.enabled && isLast(row.kind, methodsThatWork) }))
    },

    /** Tries settings as they would be; a try of what is kept is written down. */
    async tryOut(kind: Kind, given: Given, trial: Trial, trier: Trier): Promise<TestResult> {
      const kept = await methods.get(kind)
      const settings = await methods.tried(kind, given)
      const result = await run(stepsOf(kind, settings, trier, trial))
      if (JSON.stringify(settings) === JSON.stringify(kept.settings)) await methods.keepTest(kind, result)
      return result
    },

    /** Keeps settings; of a way that is on only such as work, unless somebody insists. */
    async save(kind: Kind, given: Given, { insists }: { insists: boolean }, trier: Trier): Promise<void> {
      const kept = await methods.get(kind)
      const settings = await methods.tried(kind, given)
      const before: Record<string, unknown> = { ...kept.settings }
      const isOther = Object.entries(settings).some(([name, value]) => !WORDS_AND_RULES.has(name) && value !== before[name])
      let result: TestResult | undefined
      if (kept.enabled && isOther) {
        result = await run(stepsOf(kind, settings, trier))
        const mayInsist = !isLast(kind, await methodsOfAdministrators())
        if (!result.ok && !(insists && mayInsist)) throw notWorking(result, trier.locale)
      }
      await methods.save(kind, given, trier.id)
      if (result) await methods.keepTest(kind, result)
    },

    /** Switches a way on that works, or off while administrators have another. */
    async turn(kind: Kind, isOn: boolean, { insists }: { insists: boolean }, trier: Trier): Promise<void> {
      if (!isOn) {
        if (isLast(kind, await methodsOfAdministrators()))
          throw new ApiError('signin.lastMethod', 'Platform administrators would be locked out: they have no other way to sign in that works', 409)
        return methods.setEnabled(kind, false, trier.id)
      }
      const { settings } = await methods.get(kind)
      if (!(await methods.tested(kind))?.ok) {
        const result = await run(stepsOf(kind, settings, trier))
        await methods.keepTest(kind, result)
        if (!result.ok && !insists) throw notWorking(result, trier.locale)
      }
      await methods.setEnabled(kind, true, trier.id)
    },
  }
}
export type ConnectionTest = ReturnType<typeof createConnectionTest>
