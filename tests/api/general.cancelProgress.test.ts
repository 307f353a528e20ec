import { expect } from 'vitest'
import { cancelled } from '../../api/server/services/foundation/progress.ts'
import { scenarios } from '../support/scenarios.ts'

const id = '01890000-0000-7000-8000-0000000000a1'

scenarios('general.cancelProgress', [
  {
    name: 'ends the call of that number at its next part, and no other',
    params: { progressId: id },
    expect: { status: 0, stored: 'same' },
    then: async (_reply, world) => {
      const { progressOf } = world.running.services
      const [mine, other] = [id, '01890000-0000-7000-8000-0000000000a2'].map(one => progressOf.of(one, () => false))
      await expect
        .poll(() =>
          mine?.add().then(
            () => undefined,
            (error: unknown) => error,
          ),
        )
        .toEqual(cancelled())
      await expect(other?.add()).resolves.toBeUndefined()
    },
  },
  { name: 'has no other numbers', params: { progressId: 'all' }, expect: { status: 404 } },
])
