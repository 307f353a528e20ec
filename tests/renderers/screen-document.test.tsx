// One screen at work, without a screen: undo over both views, drafts that are never lost, publishing over others, merging.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallFailed } from '../../renderers/tessera-screen-editor/calls.ts'
import { keysOf, positionOf, readJson } from '../../renderers/workplace/json-places.ts'
import { merge, sentences, taken } from '../../renderers/tessera-screen-editor/ledger.ts'
import { localCopies } from '../../renderers/tessera-screen-editor/local-copy.ts'
import { emailsIn } from '../../renderers/tessera-screen-editor/publish-dialog.tsx'
import { openDocument, textOf } from '../../renderers/tessera-screen-editor/screen-document.ts'
import { createSteps } from '../../renderers/tessera-screen-editor/steps.ts'
import { createHand, touchOf } from '../../renderers/tessera-schema-editor/hand.ts'
import { intoEditor } from '../../renderers/tessera-schema-editor/in-editor.ts'
import { idsOnTheWay } from '../../renderers/tessera-schema-editor/select-path.ts'

const PAGE = { type: 'page', title: 'i18n:Home', body: [{ type: 'tpl', tpl: 'one' }] }
const page = (tpl: string) => ({ ...PAGE, body: [{ type: 'tpl', tpl }] })
const opened = (change: object = {}) => ({
  id: 'general.home',
  version: 3,
  state: 'published',
  schema: PAGE,
  below: PAGE,
  draft: null,
  others: [],
  conflicts: [],
  staged: null,
  ...change,
})

function createCalls() {
  return {
    open: vi.fn(async () => opened() as any),
    saveDraft: vi.fn(async () => ({ at: '2026-01-02T12:31:00.000Z', version: 3 })),
    discardDraft: vi.fn(async () => ({})),
    check: vi.fn(async () => [] as any[]),
    publish: vi.fn(async () => ({ version: 4 })),
    release: vi.fn(async () => ({})),
    withdraw: vi.fn(async () => ({})),
    contentAt: vi.fn(async (_version: number) => PAGE as any),
    presence: vi.fn(async () => ({ editors: [] as any[], version: 3, updatedBy: 'Ben' })),
    newest: vi.fn(async () => ({ version: 4, createdBy: 'Ben', createdAt: '2026-01-02T12:05:00.000Z' })),
  }
}
const store = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as unknown as Storage
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms)

async function work(change: object = {}) {
  const calls = createCalls()
  calls.open.mockResolvedValue(opened(change))
  const storage = store()
  const copies = localCopies('ann / general.home', () => storage)
  const doc = openDocument({ calls, copies })
  await doc.load()
  return { calls, doc, copies }
}

describe('steps', () => {
  it('undo and redo a thousand changes, each as small as it is', () => {
    const steps = createSteps('[]')
    const texts = ['[]']
    for (let n = 0; n < 1000; n++) {
      texts.push(JSON.stringify(Array.from({ length: n % 37 }, (_, i) => i * n)))
      steps.go(texts.at(-1)!)
    }
    const wanted = texts.filter((text, at) => text !== texts[at - 1])
    for (const text of wanted.slice(0, -1).reverse()) {
      expect(steps.undo()).toBe(true)
      expect(steps.text).toBe(text)
    }
    expect(steps.undo()).toBe(false)
    for (const text of wanted.slice(1)) {
      steps.redo()
      expect(steps.text).toBe(text)
    }
    expect(steps.canRedo).toBe(false)
  })
  it('make one step of what is joined', () => {
    const steps = createSteps('a')
    steps.go('ab')
    steps.go('abc', { join: true })
    steps.go('abcd', { join: true })
    steps.undo()
    expect(steps.text).toBe('a')
  })
})

describe('places in JSON', () => {
  const text = '{\n  "body": [\n    { "type": "tpl", "a.b": 1 },\n    { "columns": [ { "label": "x" } ] }\n  ]\n}'
  it('are found by the path of a finding', () => {
    const { find } = readJson(text)
    expect(positionOf(text, find('body[1].columns[0].label').start)).toEqual({ line: 4, column: 22 })
    expect(text.slice(find('body[0].type').start, find('body[0].type').end)).toBe('"type": "tpl"')
    expect(text.slice(find('body[0].a.b').start, find('body[0].a.b').end)).toBe('"a.b": 1')
  })
  it('are those of the nearest thing around where the path leads nowhere', () => {
    const { find } = readJson(text)
    expect(find('body[0].missing.more')).toEqual(find('body[0]'))
    expect(find('')).toEqual({ start: 0, nameEnd: 1, end: text.length })
  })
  it.each([
    ['{ "a": 1, }', 10],
    ['{ "a" 1 }', 6],
    ['[1 2]', 3],
    ['{ "a": tru }', 7],
    ['', 0],
    ['{} x', 3],
  ])('of the first mistake in %s', (wrong, offset) => {
    expect(readJson(wrong).mistake).toEqual({ offset })
  })
  it('read what JSON reads', () => {
    const value = { a: [1, -2.5e3, 'x"\\\u00e9', true, false, null, {}, []], b: { c: {} } }
    expect(readJson(JSON.stringify(value, null, 2)).value).toEqual(value)
    expect(keysOf('body[0].columns[2].label')).toEqual(['body', 0, 'columns', 2, 'label'])
  })
})

describe('the document', () => {
  it('undoes over both views', async () => {
    const { doc } = await work()
    doc.design(page('two'))
    await later(2000)
    doc.type(textOf(page('three')))
    expect(doc.state.schema).toEqual(page('three'))
    doc.undo()
    expect(doc.state.schema).toEqual(page('two'))
    doc.undo()
    expect(doc.state).toMatchObject({ schema: PAGE, dirty: false, canUndo: false, canRedo: true })
    doc.redo()
    expect(doc.state.schema).toEqual(page('two'))
    doc.close()
  })
  it('takes letters typed in a row as one step', async () => {
    const { doc } = await work()
    for (const tpl of ['t', 'tw', 'two']) {
      doc.design(page(tpl))
      await later(100)
    }
    doc.undo()
    expect(doc.state.schema).toEqual(PAGE)
    doc.close()
  })
  it('keeps a draft after a rest, with the version it is based on', async () => {
    const { doc, calls } = await work()
    doc.design(page('two'))
    await later(1000)
    expect(calls.saveDraft).not.toHaveBeenCalled()
    await later(1000)
    expect(calls.saveDraft).toHaveBeenCalledExactlyOnceWith({ schema: page('two'), baseVersion: 3 })
    expect(doc.state.draft).toMatchObject({ state: 'kept', at: '2026-01-02T12:31:00.000Z' })
    doc.undo()
    await later(2000)
    expect(calls.discardDraft).toHaveBeenCalledTimes(1)
    expect(doc.state.draft.state).toBe('none')
    doc.close()
  })
  it('goes on with the draft of an earlier visit', async () => {
    const { doc } = await work({ draft: { schema: page('two'), at: '2026-01-01T10:00:00.000Z', baseVersion: 3 } })
    expect(doc.state).toMatchObject({ schema: page('two'), dirty: true, draft: { state: 'kept' }, newer: null })
    doc.close()
  })
  it('keeps text that cannot be read, says where it breaks, and sends none of it', async () => {
    const { doc, calls, copies } = await work()
    doc.type('{ "type": "page", }')
    await later(5000)
    expect(doc.state.mistake).toEqual({ kind: 'syntax', at: { line: 1, column: 19 } })
    expect(doc.state.schema).toEqual(PAGE)
    expect(calls.saveDraft).not.toHaveBeenCalled()
    expect(copies.read()?.text).toBe('{ "type": "page", }')
    doc.close()
  })
  it('keeps work in the browser while the server cannot be reached, and brings it back at the next visit', async () => {
    const { doc, calls, copies } = await work()
    calls.saveDraft.mockRejectedValue(new CallFailed(503, 'transport.offline', 'no server', {}, {}))
    doc.design(page('two'))
    await later(3000)
    expect(doc.state.draft.state).toBe('offline')
    doc.close()
    await later(10)
    const next = openDocument({ calls: { ...calls, saveDraft: vi.fn(async () => ({ at: '2026-01-02T13:00:00.000Z', version: 3 })) }, copies })
    await next.load()
    expect(next.state).toMatchObject({ schema: page('two'), dirty: true, broughtBack: '2026-01-02T12:00:03.000Z' })
    await later(100)
    expect(next.state.draft.state).toBe('kept')
    expect(copies.read()).toBeUndefined()
    next.close()
  })
  it('does not tell of work kept in the browser when the browser keeps none', async () => {
    const { doc, calls, copies } = await work()
    calls.saveDraft.mockRejectedValue(new CallFailed(503, 'transport.offline', 'no server', {}, {}))
    vi.spyOn(copies, 'write').mockReturnValue(false)
    doc.design(page('two'))
    await later(3000)
    expect(doc.state.draft).toMatchObject({ state: 'failed', error: 'no server' })
    calls.saveDraft.mockResolvedValue({ at: '2026-01-02T12:31:00.000Z', version: 3 })
    await later(5000)
    expect(doc.state.draft.state).toBe('kept')
  })
  it('sends what is not kept yet when the page is left', async () => {
    const { doc, calls } = await work()
    doc.design(page('two'))
    doc.close()
    await later(0)
    expect(calls.saveDraft).toHaveBeenCalledTimes(1)
  })
  it('checks after a short rest and shows nothing older', async () => {
    const { doc, calls } = await work()
    await later(10)
    let answer: (found: any[]) => void = () => {}
    calls.check.mockImplementationOnce(() => new Promise(done => (answer = done)))
    doc.design(page('two'))
    await later(500)
    doc.design(page('three'))
    answer([{ path: '', message: 'old', severity: 'error', code: 'x' }])
    await later(500)
    expect(doc.state).toMatchObject({ findings: [], checked: true })
    doc.close()
  })
  it('publishes with note and people, and goes on from the new version', async () => {
    const { doc, calls } = await work()
    doc.design(page('two'))
    calls.open.mockResolvedValue(opened({ version: 4, schema: page('two') }))
    expect(await doc.publish({ note: 'why', people: ['ben@example.test'] })).toBe(4)
    expect(calls.publish).toHaveBeenCalledWith({ schema: page('two'), baseVersion: 3, note: 'why', people: ['ben@example.test'] })
    expect(doc.state).toMatchObject({ base: 4, dirty: false, draft: { state: 'none' } })
    await later(5000)
    expect(calls.saveDraft).not.toHaveBeenCalled()
    doc.close()
  })
  it('notices a newer version, and loses nothing by taking it', async () => {
    const { doc, calls } = await work()
    doc.design(page('mine'))
    calls.publish.mockRejectedValueOnce(new CallFailed(409, 'screen.changedMeanwhile', 'Ben published', { version: 4, updatedBy: 'Ben', updatedAt: 'x' }, {}))
    await expect(doc.publish()).rejects.toThrow('Ben')
    expect(doc.state.newer).toMatchObject({ version: 4, by: 'Ben' })
    calls.open.mockResolvedValue(opened({ version: 4, schema: page('theirs') }))
    await doc.takeTheirs()
    expect(doc.state).toMatchObject({ schema: page('theirs'), base: 4, newer: null })
    doc.undo()
    expect(doc.state.schema).toEqual(page('mine'))
    doc.close()
  })
  it('goes on from the version that only some people get', async () => {
    const calls = createCalls()
    calls.open.mockResolvedValue(
      opened({ version: 4, state: 'staged', staged: { version: 4, people: [{ name: 'Ben', email: 'b@example.test' }], by: 'Ann', at: '' } }),
    )
    calls.contentAt.mockImplementation(async version => (version === 4 ? page('staged') : PAGE))
    const doc = openDocument({ calls, copies: localCopies('x', store) })
    await doc.load()
    expect(doc.state).toMatchObject({ schema: page('staged'), dirty: false, base: 4 })
    calls.open.mockResolvedValue(opened({ version: 4, schema: page('staged') }))
    await doc.showToAll()
    expect(doc.state).toMatchObject({ dirty: false, staged: null })
    doc.close()
  })
  it('says that it is open, and hears who else has it open and what they published', async () => {
    const { doc, calls } = await work()
    calls.presence.mockResolvedValue({ editors: [{ name: 'Cyd', since: '', isSelf: false }], version: 5, updatedBy: 'Cyd' })
    await doc.beat('tab1')
    expect(calls.presence).toHaveBeenCalledWith('tab1')
    expect(doc.state).toMatchObject({ editors: [{ name: 'Cyd' }], newer: { version: 5, by: 'Cyd' } })
    doc.close()
  })
  it('takes over what the server refuses', async () => {
    const { doc, calls } = await work()
    doc.design(page('two'))
    const finding = { path: 'body[0]', message: 'no', severity: 'error', code: 'x' }
    calls.publish.mockRejectedValueOnce(new CallFailed(422, 'screen.refused', 'mistakes', { findings: [finding] }, {}))
    await expect(doc.publish()).rejects.toThrow('mistakes')
    expect(doc.state.findings).toEqual([finding])
    doc.close()
  })
  it('throws a draft away so that it can be undone', async () => {
    const { doc, calls } = await work()
    doc.design(page('two'))
    await doc.discard()
    expect(calls.discardDraft).toHaveBeenCalledTimes(1)
    expect(doc.state).toMatchObject({ schema: PAGE, dirty: false })
    doc.undo()
    expect(doc.state).toMatchObject({ schema: page('two'), dirty: true })
    doc.close()
  })
})

describe('what a person did in the editor', () => {
  const column = { name: 'at', label: 'i18n:Published' }
  const list = (one: object) => ({ type: 'page', body: [{ type: 'crud', columns: [{ name: 'a' }, one] }] })
  it('leaves out what the panel writes down with the first change', () => {
    const next = list({ ...column, label: 'Went live', placeholder: '-', disabledOnAction: false })
    expect(taken(list(column), next, list(column))).toEqual(list({ ...column, label: 'Went live' }))
  })
  it('takes a usual value that somebody chose', () => {
    expect(taken(list(column), list({ ...column, sortable: false }), list(column))).toEqual(list({ ...column, sortable: false }))
  })
  it('leaves out what the editor tidied before', () => {
    const tidy = (one: object) => ({ ...list(one), tidied: true })
    expect(taken(tidy(column), tidy({ ...column, label: 'Went live' }), list(column))).toEqual(list({ ...column, label: 'Went live' }))
  })
  it('takes what was put in, moved and deleted as it is', () => {
    const next = {
      type: 'page',
      body: [
        { type: 'form', title: '', body: [] },
        { type: 'crud', columns: [column] },
      ],
    }
    expect(taken(list(column), next, list(column))).toEqual(next)
  })
})

describe('two people on one screen', () => {
  const start = { type: 'page', title: 'A', body: [{ type: 'tpl', tpl: 'x', name: 'x' }] }
  it('are merged where they changed different things', () => {
    const both = merge(start, { ...start, title: 'B' }, { ...start, body: [{ type: 'tpl', tpl: 'y', name: 'x' }] })
    expect(both).toEqual({ schema: { type: 'page', title: 'B', body: [{ type: 'tpl', tpl: 'y', name: 'x' }] }, conflicts: 0 })
  })
  it('are asked where they changed the same', () => {
    expect(merge(start, { ...start, title: 'B' }, { ...start, title: 'C' }).conflicts).toBe(1)
  })
  it('read what changed before anything is sent', () => {
    expect(sentences(start, { ...start, title: 'B' }, 'en-US', text => text)).toEqual([expect.stringContaining('“A” to “B”')])
  })
  it('are named by email, however the emails are written down', () => {
    expect(emailsIn(' a@b.c, d@e.f;\n a@b.c')).toEqual(['a@b.c', 'd@e.f'])
  })
})

describe('a screen in the editor', () => {
  const screen = {
    type: 'page',
    title: 'i18n:Members',
    body: [
      { type: 'crud', id: 'members', api: { url: '/api/x', data: { type: 'plain' } }, columns: [{ name: 'name', label: 'i18n:Name' }] },
      { type: 'button', label: 'i18n:Open|verb', actionType: 'reload', target: 'members' },
      { type: 'button', label: 'Name' },
    ],
  }
  const texts = { Members: '成员', Name: '姓名', 'Open|verb': '打开' }
  it('shows words, and comes back as it was', () => {
    const inside = intoEditor(screen, texts)
    expect(inside.schema.title).toBe('成员')
    expect(JSON.stringify(inside.schema)).not.toContain('i18n:')
    expect(inside.back(inside.schema)).toEqual(screen)
    expect(intoEditor(screen, {}).back(intoEditor(screen, {}).schema)).toEqual(screen)
  })
  it('gives every component an id of its own that the same screen gets again', () => {
    const ids: string[] = []
    JSON.stringify(intoEditor(screen, texts).schema, (key, value) => (key === 'id' && ids.push(value), value))
    expect(new Set(ids).size).toBe(ids.length)
    expect(intoEditor(screen, texts).schema).toEqual(intoEditor(structuredClone(screen), texts).schema)
  })
  it('keeps the keys of what was moved and takes new words as they are', () => {
    const { schema, back } = intoEditor(screen, texts)
    const body = schema.body as any[]
    const edited = { ...schema, body: [body[1], body[0], { ...body[2], label: '新' }] }
    expect(back(edited)).toMatchObject({ title: 'i18n:Members', body: [{ label: 'i18n:Open|verb' }, { columns: [{ label: 'i18n:Name' }] }, { label: '新' }] })
  })
  it('marks what is written in the place of a marked text, so that it can have words in other languages', () => {
    const { schema, back } = intoEditor(screen, texts)
    const body = schema.body as any[]
    const edited = back({ ...schema, title: 'Our people', body: [body[0], { ...body[1], label: 'Yes|no' }, { ...body[2], label: '' }] })
    expect(edited).toMatchObject({ title: 'i18n:Our people', body: [{}, { label: 'Yes|no' }, { label: '' }] })
  })
  it('tells a key from a plain text that reads the same, by the component', () => {
    const { schema, back } = intoEditor(screen, {})
    expect((back(schema).body as any[])[2].label).toBe('Name')
    expect((back(schema).body as any[])[0].columns[0].label).toBe('i18n:Name')
  })
  it('leaves out the editor’s own ids unless something points to them', () => {
    const { schema, back } = intoEditor(screen, texts)
    const body = schema.body as any[]
    const added = { type: 'button', id: 'u:0123', label: 'x', onEvent: { click: { actions: [{ actionType: 'reload', componentId: body[2].id }] } } }
    const result = back({ ...schema, body: [...body, added], asideResizor: false, pullRefresh: { disabled: true } })
    expect((result.body as any[])[2].id).toBe(body[2].id)
    expect((result.body as any[])[3].id).toBeUndefined()
    expect(result).not.toHaveProperty('asideResizor')
    expect(result).not.toHaveProperty('pullRefresh')
  })
  it('makes single components and texts again of what the editor has made of them', () => {
    const plain = {
      type: 'page',
      body: { type: 'alert', body: 'i18n:Careful' },
      aside: [{ type: 'tabs', tabs: [{ title: 'a', body: { type: 'form', body: [] } }] }],
    }
    const { schema, back } = intoEditor(plain, {})
    const [form] = (schema.aside as any)[0].tabs.map((tab: any) => tab.body)
    const tidied = {
      ...schema,
      body: [{ ...(schema.body as any), body: [{ type: 'tpl', tpl: 'Careful', wrapperComponent: '', inline: false, id: 'u:9' }] }],
      aside: [{ ...(schema.aside as any)[0], tabs: [{ title: 'a', body: [{ ...form, feat: 'Insert', dsType: 'api' }] }] }],
    }
    expect(back(tidied)).toEqual(plain)
  })
  it('never has one id twice', () => {
    const { schema, back } = intoEditor(screen, texts)
    const body = schema.body as any[]
    const result = back({ ...schema, body: [...body, structuredClone(body[0])] }).body as any[]
    expect(result.filter(one => one.id === 'members')).toHaveLength(1)
  })
  it('finds the way to a path', () => {
    const inside = { $$id: 'a', body: [{ $$id: 'b', columns: [{ $$id: 'c' }] }] }
    expect(idsOnTheWay(inside, 'body[0].columns[0].label')).toEqual(['a', 'b', 'c'])
    expect(idsOnTheWay(inside, 'nowhere')).toEqual(['a'])
  })
})

describe('a hand on the editor', () => {
  const box = document.createElement('div')
  box.innerHTML = '<div class="ae-Preview"><b>part</b><i class="ae-Editor-toolbar"><u>delete</u></i></div><div class="panel"><input></div>'
  document.body.append(box)
  const on = (selector: string, type: string, init: object = {}) => {
    let kind: unknown
    const target = box.querySelector(selector)!
    target.addEventListener(type, event => (kind = touchOf(event, box)), { once: true })
    target.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), init))
    return kind
  }
  it('looks when it selects, and changes when it does anything else', () => {
    expect(on('b', 'pointerdown', { button: 0 })).toBe('look')
    expect(on('b', 'pointerdown', { button: 2 })).toBe('change')
    expect(on('u', 'pointerdown', { button: 0 })).toBe('change')
    expect(on('b', 'pointermove', { buttons: 1 })).toBe('change')
    expect(on('b', 'pointermove', { buttons: 0 })).toBeUndefined()
    expect(on('input', 'pointerdown', { button: 0 })).toBe('change')
    expect(on('input', 'keydown', { key: 'a' })).toBe('change')
    expect(on('input', 'keydown', { key: 'Shift' })).toBeUndefined()
  })
  it('is at work after a change, and a moment longer when it looks elsewhere', () => {
    let time = 0
    const hand = createHand(() => time)
    expect(hand.isAtWork()).toBe(false)
    hand.touch('look')
    expect(hand.isAtWork()).toBe(false)
    hand.touch('change')
    time = 5000
    expect(hand.isAtWork()).toBe(true)
    hand.touch('change')
    hand.touch('look')
    time = 5500
    expect(hand.isAtWork()).toBe(true)
    time = 6500
    expect(hand.isAtWork()).toBe(false)
    hand.touch('change')
    hand.rest()
    expect(hand.isAtWork()).toBe(false)
  })
})
