// org.sync, org.sync-departments: an organisation follows its directory, after a plan that people have seen, and can go back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PLATFORMS } from '../../api/server/services/org/directory-sync/directory.ts'
import { confirmEmail } from '../support/invitations.ts'
import { addDepartment, addMember, rootOf, treeOf } from '../support/organisation.ts'
import { smallCompany, type PeerState } from '../support/peers/directory.ts'
import {
  changesOf,
  confirmSync,
  connect,
  makeSyncWorld,
  organisationOf,
  peopleOf,
  runOf,
  settled,
  startSync,
  syncNow,
  undoSync,
  type SyncWorld,
} from '../support/sync.ts'

let world: SyncWorld
const managerOf = async (name: string) =>
  (await world.pool.query(`select p.name from department d join person p on p.id = d.manager_id where d.name = $1`, [name])).rows[0]?.name
const disabled = async () =>
  (await world.pool.query(`select name from department where company_id = $1 and disabled order by 1`, [world.ids.acme])).rows.map(row => row.name)

for (const platform of PLATFORMS)
  describe(`org.sync-departments with ${platform}`, () => {
    beforeAll(async () => {
      world = await makeSyncWorld(platform)
    })
    afterAll(() => world.close())

    it('plans first, then makes departments, people, seats and managers', async () => {
      const before = await organisationOf(world)
      const run = await startSync(world, platform)
      expect(run).toMatchObject({ status: 'planned', canConfirm: true, departmentsRead: 4, peopleRead: 6 })
      expect(await organisationOf(world)).toBe(before)
      const done = await confirmSync(world, run.id)
      expect(done).toMatchObject({ status: 'done', percent: 100, kept: 0 })
      expect(await treeOf(world)).toEqual([['Acme', [['销售部', [['East', ['Shanghai']]]], 'Engineering']]])
      expect(await peopleOf(world)).toMatchObject({
        张三: ['销售部'],
        'Li Si': ['Engineering', 'East'],
        'Wang Wu': ['Shanghai'],
        'Zhao Liu': ['Acme'],
        Ann: ['Acme'],
      })
      expect((await peopleOf(world)).Fresh).toEqual(['Acme', 'Engineering'])
      expect([await managerOf('销售部'), await managerOf('Engineering')]).toEqual(['张三', 'Li Si'])
    })

    it('finds nothing to do the second time', async () => {
      const run = await startSync(world, platform)
      expect(run).toMatchObject({ status: 'done', total: 0 })
      expect(run.counts).toMatchObject({ create: 0, move: 0, change: 0, disable: 0 })
    })

    it('moves, renames and takes back', async () => {
      const before = await organisationOf(world)
      const { state } = world.peer
      const [sales, east] = state.departments
      if (sales) sales.name = 'Sales'
      if (east) east.parent = '20'
      Object.assign(state.people.find(person => person.id === 'u1') ?? {}, { departments: ['11', '20'], leads: [], name: '张三丰', mobile: '13800000009' })
      const run = await syncNow(world, platform)
      expect(run.counts).toMatchObject({ move: 2, disable: 0 })
      expect(await treeOf(world)).toEqual([['Acme', ['Sales', ['Engineering', [['East', ['Shanghai']]]]]]])
      expect((await peopleOf(world)).张三丰).toEqual(['Engineering', 'East'])
      expect(await managerOf('Sales')).toBeUndefined()
      const undone = await undoSync(world, run.id)
      expect(undone).toMatchObject({ status: 'undone', kept: 0, percent: 100 })
      expect(await organisationOf(world)).toBe(before)
    })
  })

describe('org.sync', () => {
  beforeAll(async () => {
    world = await makeSyncWorld()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    // Each begins with an organisation that has never been synchronised.
    Object.assign(world.peer, { trouble: undefined, state: Object.assign(world.peer.state, smallCompany()) })
    await world.pool.query(`delete from directory_run`)
    await world.pool.query(`delete from directory_link`)
    await world.pool.query(`delete from member where user_id <> all ($1::uuid[])`, [[world.ids.ann, world.ids.abe, world.ids.ben, world.ids.dee]])
    await world.pool.query(`delete from department_member s using department d where d.id = s.department_id and d.parent_id is not null`)
    await world.pool.query(`update department set manager_id = null`)
    await world.pool.query(`delete from department where parent_id is not null`)
    await world.pool.query(`delete from person where id <> all ($1::uuid[])`, [
      [world.ids.sue, world.ids.ann, world.ids.abe, world.ids.ben, world.ids.dee, world.ids.cyd],
    ])
    await world.pool.query(`update person set email_verified = false, phone = '', name = initcap(username)`)
    await world.pool.query(`update member set banned = false`)
    await connect(world, 'feishu', { shareLimit: 20 })
  })
  const person = (id: string) => world.peer.state.people.find(one => one.id === id)

  it('undoes a first synchronisation wholly', async () => {
    const before = await organisationOf(world)
    const people = (await world.pool.query('select count(*)::int as n from person')).rows[0].n
    const run = await syncNow(world)
    expect(await undoSync(world, run.id)).toMatchObject({ status: 'undone', kept: 0 })
    expect(await organisationOf(world)).toBe(before)
    expect((await world.pool.query('select count(*)::int as n from person')).rows[0].n).toBe(people)
    expect((await world.pool.query('select count(*)::int as n from directory_link')).rows[0].n).toBe(0)
  })

  it('bans who is gone and puts departments out of use, which showEnabled then leaves out; comes back when they do', async () => {
    await connect(world, 'feishu', { shareLimit: 60 })
    await syncNow(world)
    const { state } = world.peer
    state.departments = state.departments.filter(department => department.id !== '12')
    state.people = state.people.filter(one => one.id !== 'u3')
    Object.assign(person('u6') ?? {}, { status: 'blocked' })
    const run = await syncNow(world)
    expect(run).toMatchObject({ status: 'done', share: { people: 2, peopleOf: 5, departments: 1, departmentsOf: 4 } })
    expect(Object.keys(await peopleOf(world))).not.toContain('Wang Wu')
    expect(Object.keys(await peopleOf(world))).not.toContain('Fresh')
    expect(await disabled()).toEqual(['Shanghai'])
    const tree = async (query: object) => JSON.stringify((await world.call('org.listDepartments', { as: 'ann', query: { ...query } })).data.options)
    expect(await tree({ showEnabled: true })).not.toContain('Shanghai')
    expect(await tree({})).toContain('Shanghai')
    const fresh = (await world.pool.query(`select id from person where name = 'Fresh'`)).rows[0].id
    expect((await world.call('org.getMember', { as: 'ann', params: { userId: fresh } })).data.disabled).toBe(true)

    Object.assign(state, smallCompany())
    const back = await syncNow(world)
    expect(back.counts).toMatchObject({ enable: 3, create: 0 })
    expect((await peopleOf(world))['Wang Wu']).toEqual(['Shanghai'])
    expect(await disabled()).toEqual([])
  })

  it('leaves alone what was made here and never came from the platform', async () => {
    const own = await addDepartment(world, 'Own')
    const eve = await addMember(world, 'Eve', [own])
    await syncNow(world)
    Object.assign(world.peer.state, { people: world.peer.state.people.filter(one => one.id !== 'u3') })
    // Somebody from the platform sits in a department of our own as well.
    const wang = (await world.pool.query(`select id from person where name = 'Li Si'`)).rows[0].id
    await world.call('org.addMember', { as: 'ann', params: { departmentId: own }, body: { users: [wang] } })
    await syncNow(world)
    expect((await peopleOf(world)).Eve).toEqual(['Own'])
    expect((await peopleOf(world))['Li Si']).toEqual(['Engineering', 'Own', 'East'])
    expect((await world.call('org.getMember', { as: 'ann', params: { userId: eve } })).data.disabled).toBe(false)
  })

  it('keeps whom an administrator banned by hand', async () => {
    await syncNow(world)
    await world.pool.query(`update member set banned = true where user_id = (select id from person where name = 'Li Si')`)
    const run = await startSync(world)
    expect(run).toMatchObject({ status: 'done', total: 0 })
    expect(Object.keys(await peopleOf(world))).not.toContain('Li Si')
  })

  it('never bans owner and administrators, and says so', async () => {
    await syncNow(world)
    await world.pool.query(`update member set role = 'admin' where user_id = (select id from person where name = 'Zhao Liu')`)
    world.peer.state.people = world.peer.state.people.filter(one => one.id !== 'u4')
    const run = await startSync(world)
    expect(run.counts).toMatchObject({ disable: 0, skip: 2 })
    const skipped = await changesOf(world, run.id, { action: 'skip' })
    expect(skipped.find(change => change.name === 'Zhao Liu')?.reason).toContain('never banned by a synchronisation')
  })

  it('stops by itself when it would ban more than the limit, and goes on only with the name of the organisation typed', async () => {
    await syncNow(world)
    world.peer.state.people = world.peer.state.people.filter(one => !['u2', 'u3'].includes(one.id))
    const before = await organisationOf(world)
    const run = await startSync(world)
    expect(run).toMatchObject({ status: 'stopped', share: { people: 2, peopleOf: 5, limit: 20 } })
    for (const body of [{}, { name: 'acme' }]) {
      const refused = await world.call('org.confirmSync', { as: 'ann', params: { runId: run.id }, body })
      expect(refused).toMatchObject({ status: 422, code: 'org.syncConfirmName' })
    }
    expect(await organisationOf(world)).toBe(before)
    expect(await confirmSync(world, run.id, { name: 'Acme' })).toMatchObject({ status: 'done' })
    expect(Object.keys(await peopleOf(world))).not.toContain('Li Si')
  })

  it('takes an empty answer of the platform for what it is: too much to ban', async () => {
    await syncNow(world)
    world.peer.state.people = []
    world.peer.state.departments = []
    expect(await startSync(world)).toMatchObject({ status: 'stopped', share: { people: 5, departments: 4 } })
  })

  it('changes nothing when the platform fails half way', async () => {
    await syncNow(world)
    const before = await organisationOf(world)
    world.peer.state.people = []
    let asked = 0
    world.peer.trouble = path =>
      path.endsWith('find_by_department') && ++asked > 2 ? { status: 403, body: { code: 40004, msg: 'no dept authority error' } } : undefined
    const run = await startSync(world)
    expect(run).toMatchObject({ status: 'failed', errorStep: 'people', errorDetail: '40004 no dept authority error', canConfirm: false, canUndo: false })
    expect(run.error).toContain('Grant it the permission')
    expect(await organisationOf(world)).toBe(before)
    world.peer.trouble = undefined
    Object.assign(world.peer.state, smallCompany())
    expect(await startSync(world)).toMatchObject({ status: 'done', total: 0 })
  })

  it('goes on where a process that died stopped', async () => {
    world.peer.state.people.push(...Array.from({ length: 430 }, (_x, at) => ({ id: `n${at}`, name: `N${at}`, departments: ['12'] })))
    const run = await startSync(world)
    // As a process leaves it that was killed after its first batch.
    const killed = world.running.services.directorySync
    await world.pool.query(`create function die() returns trigger language plpgsql as $$ begin
      if new.name = 'N350' then raise exception 'killed'; end if; return new; end $$`)
    await world.pool.query(`create trigger die before insert on person for each row execute function die()`)
    await world.pool.query(`update directory_run set status = 'applying', worker = null, beat_at = null where id = $1`, [run.id])
    await killed.work(run.id, false).catch(() => {})
    const half = await runOf(world, run.id)
    expect(half).toMatchObject({ status: 'applying', position: 250 })
    await world.pool.query(`drop trigger die on person; drop function die`)
    await world.pool.query(`update directory_run set worker = gen_random_uuid(), beat_at = now() - interval '2 minutes' where id = $1`, [run.id])
    // Another process looks for what was left behind.
    await killed.look()
    const done = await settled(world, run.id)
    expect(done).toMatchObject({ status: 'done', kept: 0, position: done.total })
    expect(Object.keys(await peopleOf(world)).filter(name => /^N\d/.test(name))).toHaveLength(430)
  })

  it('is worked on by one process at a time', async () => {
    const run = await startSync(world)
    const { directorySync } = world.running.services
    await world.pool.query(`update directory_run set status = 'applying', worker = null where id = $1`, [run.id])
    await Promise.all([directorySync.work(run.id), directorySync.work(run.id), directorySync.work(run.id)])
    const done = await settled(world, run.id)
    expect(done).toMatchObject({ status: 'done', position: done.total, kept: 0 })
  })

  it('takes back what is as it left it, and says what was changed since', async () => {
    const run = await syncNow(world)
    await world.pool.query(`update department set name = 'Engineers' where name = 'Engineering'`)
    await world.pool.query(`update person set password_hash = 'x' where name = '张三'`)
    const undone = await undoSync(world, run.id)
    expect(undone).toMatchObject({ status: 'undone' })
    const kept = await changesOf(world, run.id, { state: 'kept' })
    expect(kept.map(change => [change.name, change.reason])).toEqual(
      expect.arrayContaining([
        ['Engineering', 'Changed since'],
        ['张三', 'Has signed in since, or owns something here'],
      ]),
    )
    expect(Object.keys(await peopleOf(world))).toContain('张三')
    expect(Object.keys(await peopleOf(world))).not.toContain('Li Si')
  })

  it('gives a department its manager back when the move that cost it is undone', async () => {
    await syncNow(world)
    Object.assign(person('u1') ?? {}, { departments: ['20'], leads: [] })
    const run = await syncNow(world)
    expect(await managerOf('销售部')).toBeUndefined()
    await undoSync(world, run.id)
    expect(await managerOf('销售部')).toBe('张三')
  })

  describe('whom it means', () => {
    it('links a member by email or phone, once somebody has seen it in the plan', async () => {
      await world.pool.query(`update person set phone = '13800000002' where id = $1`, [world.ids.ben])
      Object.assign(person('u1') ?? {}, { email: 'abe@example.test' })
      const run = await startSync(world)
      const moved = await changesOf(world, run.id, { kind: 'person', action: 'move' })
      expect(moved.map(change => change.reason).sort()).toEqual(['Linked with the account that has this email', 'Linked with the account that has this phone'])
      await confirmSync(world, run.id)
      const { rows } = await world.pool.query(`select local_id from directory_link where kind = 'person' and external_id in ('u1', 'u2') order by external_id`)
      expect(rows.map(row => row.local_id)).toEqual([world.ids.abe, world.ids.ben])
    })

    it('invites an account of elsewhere, says nothing of it, and links it once it accepts', async () => {
      Object.assign(person('u1') ?? {}, { email: 'cyd@example.test' })
      const run = await startSync(world)
      expect((await changesOf(world, run.id, { action: 'create' })).find(change => change.externalId === 'u1')).toMatchObject({ name: '张三', reason: '' })
      await confirmSync(world, run.id)
      expect((await peopleOf(world))['张三']).toEqual(['销售部'])
      expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
      const [waiting] = (await world.call('i.listInvitations', { as: 'cyd' })).data.items
      await confirmEmail(world, 'cyd@example.test')
      expect((await world.call('i.acceptInvitation', { as: 'cyd', params: { invitationId: waiting.id } })).status).toBe(0)
      expect((await peopleOf(world)).Cyd).toEqual(['销售部'])
      const links = await world.db.selectFrom('directory_link').select('local_id').where('external_id', '=', 'u1').execute()
      expect(links).toEqual([{ local_id: world.ids.cyd }])
    })

    it('does not take two people of the platform for one account', async () => {
      Object.assign(person('u3') ?? {}, { email: 'li@corp.test' })
      const run = await startSync(world)
      expect((await changesOf(world, run.id, { action: 'skip' })).map(change => change.name)).toContain('Wang Wu')
      await world.call('org.cancelSync', { as: 'ann', params: { runId: run.id }, body: {} })
    })

    it('never changes name or phone of somebody who belongs to other organisations too, nor an email', async () => {
      await syncNow(world)
      const li = (await world.pool.query(`select id from person where name = 'Li Si'`)).rows[0].id
      await world.db.insertInto('member').values({ company_id: world.ids.globex, user_id: li, role: 'member' }).execute()
      Object.assign(person('u2') ?? {}, { name: 'Renamed', email: 'other@corp.test', departments: ['20'] })
      Object.assign(person('u4') ?? {}, { name: 'Zhao', email: 'changed@corp.test' })
      await syncNow(world)
      const { rows } = await world.pool.query(`select name, email from person where email in ('li@corp.test', 'zhao@corp.test') order by email`)
      expect(rows).toEqual([
        { name: 'Li Si', email: 'li@corp.test' },
        { name: 'Zhao', email: 'zhao@corp.test' },
      ])
    })
  })

  describe('daily', () => {
    const due = () => world.pool.query(`update directory_connection set next_run_at = now() - interval '1 second'`)
    const newest = async () => settled(world, (await world.pool.query(`select id from directory_run order by created_at desc limit 1`)).rows[0].id)

    it('carries out what is within its limit, at most once for its hour', async () => {
      await connect(world, 'feishu', { dailyHour: 3 })
      await due()
      await Promise.all([world.running.services.directorySync.look(), world.running.services.directorySync.look()])
      expect(await newest()).toMatchObject({ status: 'done', cause: 'schedule', startedBy: '' })
      expect((await world.pool.query('select count(*)::int as n from directory_run')).rows[0].n).toBe(1)
      expect(Object.keys(await peopleOf(world))).toContain('Li Si')
      const { items } = (await world.call('org.getSyncSettings', { as: 'ann' })).data
      expect(new Date(items[1].nextRunAt).getTime()).toBeGreaterThan(Date.now())
    })

    it('brings back nobody who was taken out here, left or declined; whoever looks at the plan may', async () => {
      await connect(world, 'feishu', { dailyHour: 3 })
      Object.assign(person('u1') ?? {}, { email: 'cyd@example.test' })
      await syncNow(world)
      const idOf = async (name: string) => (await world.pool.query(`select id from person where name = $1`, [name])).rows[0].id
      const [waiting] = (await world.call('i.listInvitations', { as: 'cyd' })).data.items
      expect((await world.call('i.declineInvitation', { as: 'cyd', params: { invitationId: waiting.id } })).status).toBe(0)
      expect((await world.call('org.removeMember', { as: 'ann', params: { userId: await idOf('Li Si') } })).status).toBe(0)
      await due()
      await world.running.services.directorySync.look()
      const run = await newest()
      const skipped = (await changesOf(world, run.id, { action: 'skip' })).map(change => [change.externalId, change.reason])
      expect(skipped).toEqual(
        expect.arrayContaining([
          ['u1', 'Was removed here, and is still on the platform'],
          ['u2', 'Was removed here, and is still on the platform'],
        ]),
      )
      expect((await world.call('i.listInvitations', { as: 'cyd' })).data.items).toEqual([])
      expect(Object.keys(await peopleOf(world))).not.toContain('Li Si')
      await syncNow(world)
      expect(Object.keys(await peopleOf(world))).toContain('Li Si')
      // Whoever has an account is asked again, and comes in by accepting alone.
      expect((await world.call('i.listInvitations', { as: 'cyd' })).data.items).toHaveLength(1)
      expect((await world.call('company.get', { as: 'cyd' })).status).toBe(403)
    })

    it('stops beyond it, and tells the owner by mail', async () => {
      await connect(world, 'feishu', { dailyHour: 3 })
      await syncNow(world)
      world.peer.state.people = []
      await due()
      await world.running.services.directorySync.look()
      expect(await newest()).toMatchObject({ status: 'stopped', cause: 'schedule' })
      const mail = await world.db
        .selectFrom('outbox')
        .selectAll()
        .where('recipient', '=', 'ann@example.test')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      expect(mail.body).toContain('it would ban 5 people')
    })

    it('links nobody by what nobody has proved', async () => {
      Object.assign(person('u1') ?? {}, { email: 'abe@example.test' })
      await connect(world, 'feishu', { dailyHour: 3 })
      await due()
      await world.running.services.directorySync.look()
      const run = await newest()
      expect((await changesOf(world, run.id, { action: 'skip' })).find(change => change.name === '张三')?.reason).toContain(
        'a synchronisation that somebody starts',
      )
    })
  })

  it('brings a larger directory in, of 60 departments', async () => {
    const many = process.env.TESSERA_FULL ? 3000 : 180
    const large: PeerState = {
      departments: Array.from({ length: 60 }, (_x, at) => ({
        id: String(1000 + at),
        parent: at < 10 ? '' : String(1000 + Math.floor(at / 10)),
        name: `Dept ${at}`,
      })),
      people: Array.from({ length: many }, (_x, at) => ({
        id: `big${at}`,
        name: `Big ${at}`,
        email: `big${at}@corp.test`,
        departments: [String(1000 + (at % 60))],
      })),
    }
    Object.assign(world.peer.state, large)
    const run = await startSync(world)
    expect(run.counts.create).toBe(many + 60)
    const started = Date.now()
    await world.call('org.confirmSync', { as: 'ann', params: { runId: run.id }, body: {} })
    const done = await settled(world, run.id)
    expect(done).toMatchObject({ status: 'done', kept: 0, position: many + 60 })
    expect(Date.now() - started).toBeLessThan(60_000)
    const root = await rootOf(world)
    expect((await world.db.selectFrom('department').select('people').where('id', '=', root).executeTakeFirstOrThrow()).people).toBeGreaterThan(many - 10)
  }, 120_000)
})
