// Texts that a release takes along: of the chosen languages, as the source has them.
import type { Scope, Trx } from '../../store/database.ts'
import { chosenTexts, publishedTexts, type DesignTexts } from '../foundation/app-texts.ts'
import type { Content } from './manifest.ts'

/** The source's; where chosen pages are published, what the environment has stays beside it. */
export async function textsFor(
  scope: Scope,
  tag: string,
  { mode, languages = [] }: { mode: 1 | 2; languages?: readonly string[] | undefined },
  source: Content,
  trx: Trx,
): Promise<DesignTexts | undefined> {
  const texts = chosenTexts(source.design?.texts, languages)
  if (mode === 1 || !texts) return texts
  const there = (await publishedTexts(scope, tag, trx))?.translations ?? {}
  return {
    ...texts,
    translations: Object.fromEntries(Object.entries(texts.translations).map(([language, words]) => [language, { ...there[language], ...words }])),
  }
}
