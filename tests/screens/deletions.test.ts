// Whatever deletes asks before, and its question names what goes: in the text of the confirmation, or in the dialog that it stands in.
import { describe, expect, it } from 'vitest'
import { allDeletions, NAMES_IT } from '../support/choices.ts'

/** What needs no name, or is asked elsewhere, by call. */
const REASONS: Record<string, string> = {
  'company.removePipeline': 'An organisation has one pipeline, and the question says which project.',
  'embed.removeSecret': 'An environment has one secret, and its card says which.',
  'i18n.removeUnused': 'All of them are listed under "Not used any more"; nobody reads them.',
  'i.removeTotp': 'There is one code generator.',
  'permission.deleteOption': 'The grid asks itself (renderers/tessera-permission-matrix).',
}

const all = await allDeletions()

describe('what deletes', () => {
  it('is asked about in words that name what goes', () => {
    expect(all.length).toBeGreaterThan(40)
    const unnamed = all.filter(({ call, texts }) => !REASONS[call] && !texts.some(text => NAMES_IT.test(text)))
    expect(unnamed.map(({ id, call }) => `${id} ${call}`)).toEqual([])
  })

  it('has no reasons that nothing needs any more', () => {
    expect(Object.keys(REASONS).filter(call => !all.some(one => one.call === call && !one.texts.some(text => NAMES_IT.test(text))))).toEqual([])
  })
})
