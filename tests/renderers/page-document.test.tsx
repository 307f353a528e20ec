// An open page: baseline, drafts, saves, and what others do to it meanwhile. No work is ever lost.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed, type Page, type Schema } from '../../renderers/tessera-page-designer/calls.ts'
import { comparable, openDocument } from '../../renderers/tessera-page-designer/page-document.ts'

const SAVED: Schema = { type: 'page', body: [{ type: 'tpl', tpl: 'saved' }] }
const MINE: Schema = { type: 'page', body: [{ type: 'tpl', tpl: 'mine' }] }
const page = (more: Partial<Page> = {}) => ({ id: 'p', version: 3, schema: SAVED, draft: null, editors: [], updatedBy: 'Ben', ...more }) as Page
const refusal = (code: string, data: Record<string, unknown>) => new CallFailed(409, code, 'refused', data, {})

function open(found: Page = page()) {
  const calls = {
    get: vi.fn(async () => found),
    update: vi.fn(async (_id: string, body: { baseVersion?: number }) => page({ version: (body.baseVersion ?? 0) + 1 })),
    saveDraft: vi.fn(async () => ({})),
    discardDraft: vi.fn(async () => ({})),
    presence: vi.fn(async () => ({ editors: [] as { name: string; since: string; isSelf: boolean }[], version: 3, updatedBy: 'Ben' })),
    restore: vi.fn(async () => page({ version: 4 })),
    version: vi.fn(),
  }
  const doc = openDocument({ calls: calls as never, pageId: 'p', tab: 't', rest: 2000, now: () => new Date('2026-01-02T12:03:00Z') })
  const edit = (schema: Schema) => {
    doc.touch()
    doc.change(schema)
  }
  return { doc, calls, edit }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what counts as a change', () => {
  it('is not what the editor adds by itself while it opens', async () => {
    const { doc, calls } = open()
    await doc.load()
    doc.change({ ...SAVED, id: 'u:1', asideResizor: false, pullRefresh: { disabled: true } })
    doc.change({ type: 'page', body: [{ type: 'tpl', tpl: 'saved', inline: false, id: 'u:2' }] })
    expect(doc.state.dirty).toBe(false)
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls.saveDraft).not.toHaveBeenCalled()
  })

  it('is everything that a person does after touching it', async () => {
    const { doc, edit } = open()
    await doc.load()
    doc.change({ ...SAVED, id: 'u:1' })
    edit(MINE)
    expect(doc.state.dirty).toBe(true)
    edit(SAVED)
    expect(doc.state.dirty).toBe(false)
  })

  it('ignores ids of the editor only, never ids that a person gave', () => {
    expect(comparable({ id: 'u:1', body: [] })).toBe(comparable({ body: [] }))
    expect(comparable({ id: 'mine' })).not.toBe(comparable({}))
  })
})

describe('drafts', () => {
  it('are kept after two seconds of rest, once for many strokes', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit({ type: 'page', body: 'a' })
    await vi.advanceTimersByTimeAsync(1500)
    edit(MINE)
    await vi.advanceTimersByTimeAsync(1500)
    expect(calls.saveDraft).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600)
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
    expect(calls.saveDraft).toHaveBeenCalledWith('p', { schema: MINE, baseVersion: 3 })
    expect(doc.state.draft).toEqual({ state: 'kept', at: '2026-01-02T12:03:00.000Z' })
  })

  it('say so when they could not be kept, and the work stays', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    calls.saveDraft.mockRejectedValueOnce(new Error('offline'))
    edit(MINE)
    await vi.advanceTimersByTimeAsync(2100)
    expect(doc.state.draft.state).toBe('failed')
    expect(doc.state.schema).toBe(MINE)
  })

  it('are thrown away when the change is undone', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    await vi.advanceTimersByTimeAsync(2100)
    edit(SAVED)
    await vi.advanceTimersByTimeAsync(2100)
    expect(calls.discardDraft).toHaveBeenCalledTimes(1)
    expect(doc.state.draft.state).toBe('none')
  })

  it('are offered on opening: continue', async () => {
    const { doc, calls } = open(page({ draft: { schema: MINE, at: '2026-01-02T11:00:00Z', by: 'Ann', mine: true, baseVersion: 3 } }))
    await doc.load()
    expect(doc.state.phase).toBe('choosing')
    doc.continueDraft()
    expect(doc.state).toMatchObject({ phase: 'ready', schema: MINE, dirty: true, version: 3 })
    await doc.save()
    expect(calls.update).toHaveBeenCalledWith('p', { schema: MINE, baseVersion: 3 })
  })

  it('are offered on opening: discard', async () => {
    const { doc, calls } = open(page({ draft: { schema: MINE, at: '2026-01-02T11:00:00Z', by: 'Ann', mine: true, baseVersion: 3 } }))
    await doc.load()
    await doc.dropDraft()
    expect(calls.discardDraft).toHaveBeenCalledWith('p', false)
    expect(doc.state).toMatchObject({ phase: 'ready', schema: SAVED, dirty: false })
  })

  it('of an older version do not undo what was saved since: the save is refused first', async () => {
    const { doc } = open(page({ version: 5, draft: { schema: MINE, at: '2026-01-02T11:00:00Z', by: 'Ann', mine: true, baseVersion: 3 } }))
    await doc.load()
    doc.continueDraft()
    expect(doc.state).toMatchObject({ version: 3, foreign: { version: 5, by: 'Ben' } })
  })

  it('of somebody else are replaced only when the person says so', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    calls.saveDraft.mockRejectedValueOnce(refusal('page.draftByOther', { by: 'Ben' }))
    edit(MINE)
    await vi.advanceTimersByTimeAsync(2100)
    expect(doc.state).toMatchObject({ blockedBy: 'Ben', draft: { state: 'blocked' }, schema: MINE })
    await doc.takeDraft()
    expect(calls.saveDraft).toHaveBeenLastCalledWith('p', { schema: MINE, baseVersion: 3, force: true })
    expect(doc.state.draft.state).toBe('kept')
  })

  it('are kept at once when the page is left within the rest', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    doc.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(calls.saveDraft).toHaveBeenCalledWith('p', { schema: MINE, baseVersion: 3 })
  })
})

describe('saving', () => {
  it('makes a version with its note and is clean afterwards', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    expect(await doc.save('Why')).toBe('saved')
    expect(calls.update).toHaveBeenCalledWith('p', { schema: MINE, baseVersion: 3, note: 'Why' })
    expect(doc.state).toMatchObject({ version: 4, dirty: false, draft: { state: 'none' } })
    await vi.advanceTimersByTimeAsync(5000)
    expect(calls.saveDraft).not.toHaveBeenCalled()
  })

  it('keeps what was typed while the save was on its way', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    let answer: (saved: Page) => void = () => {}
    calls.update.mockReturnValueOnce(new Promise<Page>(done => (answer = done)))
    const saving = doc.save()
    await vi.advanceTimersByTimeAsync(0)
    edit({ type: 'page', body: 'more' })
    answer(page({ version: 4 }))
    await saving
    expect(doc.state).toMatchObject({ dirty: true, version: 4, schema: { body: 'more' } })
    await vi.advanceTimersByTimeAsync(2100)
    expect(calls.saveDraft).toHaveBeenCalledWith('p', { schema: { type: 'page', body: 'more' }, baseVersion: 4 })
  })

  it('a 409 keeps the work and names who was first; overwriting saves on top of theirs', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    calls.update.mockRejectedValueOnce(refusal('page.changedMeanwhile', { version: 7, updatedBy: 'Ben' }))
    expect(await doc.save()).toBe('conflict')
    expect(doc.state).toMatchObject({ schema: MINE, dirty: true, saving: false, foreign: { version: 7, by: 'Ben' } })
    expect(await doc.overwrite()).toBe('saved')
    expect(calls.update).toHaveBeenLastCalledWith('p', { schema: MINE, baseVersion: 7 })
    expect(doc.state).toMatchObject({ version: 8, foreign: null, dirty: false })
  })

  it('a 409 can be answered by taking theirs', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    calls.update.mockRejectedValueOnce(refusal('page.changedMeanwhile', { version: 7, updatedBy: 'Ben' }))
    await doc.save()
    await doc.reload()
    expect(calls.discardDraft).toHaveBeenCalled()
    expect(doc.state).toMatchObject({ schema: SAVED, dirty: false, foreign: null })
  })

  it('says what went wrong and keeps the work', async () => {
    const { doc, calls, edit } = open()
    await doc.load()
    edit(MINE)
    calls.update.mockRejectedValueOnce(new CallFailed(422, 'page.schemaTooLarge', 'The page is larger than 2 MB', {}, {}))
    expect(await doc.save()).toBe('failed')
    expect(doc.state).toMatchObject({ error: 'The page is larger than 2 MB', dirty: true, schema: MINE })
  })
})

describe('others', () => {
  it('are seen while they edit, and their save is noticed', async () => {
    const { doc, calls } = open()
    await doc.load()
    calls.presence.mockResolvedValueOnce({ editors: [{ name: 'Ben', since: '', isSelf: false }], version: 4, updatedBy: 'Ben' })
    await doc.beat()
    expect(doc.state.editors).toHaveLength(1)
    expect(doc.state.foreign).toEqual({ version: 4, by: 'Ben' })
  })

  it('cannot disturb by a missed beat', async () => {
    const { doc, calls } = open()
    await doc.load()
    calls.presence.mockRejectedValueOnce(new Error('offline'))
    await doc.beat()
    expect(doc.state.phase).toBe('ready')
  })
})
