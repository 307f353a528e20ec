import { builtIn, foreignRole, putIn } from '../support/roles.ts'
import { addVisitor } from '../support/organisation.ts'
import { scenarios } from '../support/scenarios.ts'
import type { World } from '../support/world.ts'

let visitor = ''
const shop = async (world: World) => {
  visitor ||= await addVisitor(world, 'cyd')
  return { query: { appId: world.ids.shop, term: 'CYD' } }
}

scenarios('role.autocompleteExternalUsers', [
  {
    name: 'role.autocomplete-external-users role.add-external-placeholder: visitors of the app by account name or phone',
    as: 'abe',
    given: shop,
    expect: { status: 0, data: { options: [{ label: 'Cyd (cyd@example.test)' }] } },
  },
  {
    name: 'none who is out of use',
    as: 'ann',
    given: async world => {
      const ask = await shop(world)
      await world.db.updateTable('external_user').set({ disabled: true }).where('id', '=', visitor).execute()
      return ask
    },
    expect: { status: 0, data: { options: [] } },
    then: async (_reply, world) => void (await world.db.updateTable('external_user').set({ disabled: false }).execute()),
  },
  { name: 'wants the app', as: 'ann', query: { term: 'x' }, expect: { status: 422, errors: ['appId'] } },
  {
    name: 'knows no app of another organisation',
    as: 'ann',
    given: async world => {
      await foreignRole(world)
      return { query: { appId: (await world.db.selectFrom('app').select('id').where('company_id', '=', world.ids.globex).executeTakeFirstOrThrow()).id } }
    },
    expect: { status: 404, code: 'role.appUnknown' },
  },
  { name: 'not for a member without duties', as: 'ben', given: shop, expect: { status: 403, code: 'role.notForYou', stored: 'same' } },
  {
    name: 'but for one who configures the roles of the app',
    as: 'ben',
    given: async world => {
      await putIn(world, await builtIn(world, 'admin'), 'user', [world.ids.ben])
      return shop(world)
    },
    expect: { status: 0 },
  },
  ...([undefined, 'cyd', 'dee'] as const).map(as => ({
    name: `keeps ${as ?? 'nobody'} out`,
    as,
    given: shop,
    expect: { status: as ? 403 : 401, stored: 'same' as const },
  })),
])
