// What passes only when tried again is forgiven once in five runs.
import { expect, it } from 'vitest'
import { remember } from '../scripts/unsteady.mjs'

const after = (...runs: string[][]) => runs.reduce<ReturnType<typeof remember>>((last, again) => remember(last.history, again), remember(undefined, []))

it('forgives the first time', () => expect(after(['a', 'b']).tooOften).toEqual([]))
it('names what was unsteady twice in five runs', () => expect(after(['a'], [], ['b'], [], ['a', 'c']).tooOften).toEqual(['a']))
it('forgets after five runs', () => expect(after(['a'], [], [], [], [], ['a']).tooOften).toEqual([]))
it('counts a test once a run', () => expect(after(['a', 'a']).tooOften).toEqual([]))
it('does not blame a run in which the test was steady', () => expect(after(['a'], ['a'], []).tooOften).toEqual([]))
it('keeps five runs', () => expect(after(['a'], ['b'], ['c'], ['d'], ['e'], ['f']).history.runs).toEqual([['b'], ['c'], ['d'], ['e'], ['f']]))
