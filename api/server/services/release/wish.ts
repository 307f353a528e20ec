// What somebody asks for when publishing, and what of it can be refused before anything is read.
import type { Locale } from '../../../messages.ts'
import { fieldError } from '../../errors.ts'
import type { DataDesign } from '../data/index.ts'
import { appLanguages } from '../foundation/app-texts.ts'
import type { RuntimeForm } from '../permission/index.ts'
import type { AppletForm, Contents } from './contents.ts'
import type { BroughtRows } from './first.ts'
import type { Chosen } from './into.ts'
import type { App } from './list.ts'
import { nextVersion } from './manifest.ts'
import type { Stage } from './stage.ts'

export interface Publish {
  version?: string
  /** `dev` or a published version. */
  from?: string
  title: string
  description?: string
  tag?: string
  /** 1: everything · 2: the pages of partialBody, the rest stays as the environment has it. */
  mode?: 1 | 2
  partialBody?: string[]
  languages?: string[]
  consts?: { var: string; value?: string }[]
  /** `keep`: the environment's databases stay as they are, and with them the models that the release holds. */
  models?: 'apply' | 'keep'
  /** Names the plan that was shown; what is published is that or nothing. */
  planHash?: string
  /** What the plan says to delete may be deleted. */
  confirmLoss?: boolean
  /** The app runs by itself, installed from a package. */
  standalone?: boolean
  /** Models whose rows of dev come along, the first time that the app is published. */
  rows?: string[]
  /** Access lists that the environment gets. */
  lists?: RuntimeForm
  /** Pages that programs of others may show, how these know their address, and the width of a rem. */
  jssdk?: { pages?: string[]; historyMode?: 'hash' | 'browser'; remFactor?: number }
  /** What projects of a mini-program app are made with. */
  applet?: AppletForm | undefined
  /** Some people have it first; everybody else stays with what the environment runs. */
  stage?: Stage
  /** Differences of `from` that the environment gets, the rest stays as it runs there. */
  chosen?: Chosen
  /** False: the answer does not wait for the end. */
  waits?: boolean
}

/** What a task keeps of it. */
export interface Wish extends Publish {
  title: string
  from: string
  tag: string
  mode: 1 | 2
  userId: string
  locale: Locale
  brought?: BroughtRows
  /** Statements that were shown: what is left of them may be run by a later try. */
  shown?: string[]
}

export const chosenModels = ({ mode, models }: Pick<Publish, 'mode' | 'models'>) => models ?? (mode === 2 ? ('keep' as const) : ('apply' as const))
export const tagDev = () => fieldError('release.tagDev', 'tag', 'dev always shows the saved pages; choose another environment')

/** The models that an environment gets; undefined where it keeps what it has. Chosen pages bring no models unless somebody says so. */
export const modelsFor = (data: DataDesign | undefined, publish: Pick<Publish, 'mode' | 'models'>) => (chosenModels(publish) === 'keep' ? undefined : data)

export const constsOf = ({ consts = [] }: Pick<Publish, 'consts'>) => consts.map(c => ({ var: c.var, value: c.value ?? '' }))

/** Languages that a publish of dev chooses among. */
export const languagesOf = (app: App): string[] => appLanguages(app.config)

/** The version to store: the given or proposed one. A version names one content, in whichever environments it runs. */
export function chooseVersion(given: string, from: string, tag: string, hash: Buffer, there: Awaited<ReturnType<Contents['versionsOf']>>): string {
  const names = there.map(r => r.version)
  const isFree = (version: string) => !there.some(r => r.version === version && (r.tag === tag || !r.manifest_hash?.equals(hash)))
  if (given && isFree(given)) return given
  if (given || from === 'dev' || !isFree(from)) {
    if (given) throw fieldError('release.versionTaken', 'version', 'This version exists with other content')
    return nextVersion(names)
  }
  return from
}

export function checkChoices(offered: readonly string[], publish: Publish) {
  const languages = publish.languages ?? []
  if (offered.length > 1 && !languages.length) throw fieldError('release.languagesMissing', 'languages', 'Language is required')
  if (languages.some(language => !offered.includes(language))) throw fieldError('release.languageUnknown', 'languages', 'The app has no such language')
  const names = (publish.consts ?? []).map(c => c.var)
  const twice = names.findIndex((name, at) => names.indexOf(name) < at)
  if (twice >= 0) throw fieldError('release.constTwice', `consts.${twice}.var`, 'This name is used twice')
  if (publish.tag === 'dev') throw tagDev()
  if (publish.mode === 2 && !publish.partialBody?.length) throw fieldError('release.pagesMissing', 'partialBody', 'Choose at least one page')
}
