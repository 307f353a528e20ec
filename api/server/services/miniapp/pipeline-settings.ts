// Which pipeline builds the mini-programs of an organisation. Its access token never comes back.
import { sql } from 'kysely'
import type { Core } from '../../core.ts'
import { ApiError, fieldError } from '../../errors.ts'
import { inCompany } from '../../store/scoped.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { clientOf, Refused, type Client, type Kind, type Limits, type Pipeline } from './pipelines/index.ts'

export interface PipelineInput {
  kind: Kind
  address: string
  project: string
  branch?: string | undefined
  workflow?: string | undefined
  account?: string | undefined
  /** Empty keeps the one that is there. */
  token?: string | undefined
}

function addressOf(text: string): string {
  const bad = () => fieldError('company.badPipelineAddress', 'address', 'Not an address such as https://gitlab.example.com')
  if (!URL.canParse(text)) throw bad()
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) throw bad()
  return url.href.replace(/\/+$/, '')
}

const closed = () => new ApiError('company.pipelineMissing', 'The organisation has no pipeline yet', 409)

export function createPipelines({ config, db }: Pick<Core, 'config' | 'db'>, { secrets }: { secrets: Secrets }) {
  /** How long an answer is waited for; tests are quicker. */
  const times = { answerMs: 20_000 }
  const row = (companyId: string) => inCompany(db, companyId).selectFrom('ci_pipeline').selectAll().executeTakeFirst()
  const limits = (): Limits => ({ mayBePrivate: config.privateDataSources, answerMs: times.answerMs })

  async function read(companyId: string): Promise<Pipeline | undefined> {
    const there = await row(companyId)
    if (!there) return undefined
    const { kind, address, project, branch, workflow, account, token } = there
    return { kind: kind as Kind, address, project, branch, workflow, account, token: secrets.open(token) }
  }

  return {
    times,

    isThere: async (companyId: string) => !!(await row(companyId)),

    async get(companyId: string) {
      const { kind = 'gitlab', address = '', project = '', branch = '', workflow = '', account = '', changed_at } = (await row(companyId)) ?? {}
      return { isThere: !!changed_at, kind: kind as Kind, address, project, branch, workflow, account, changedAt: changed_at?.toISOString() ?? null }
    },

    async save(companyId: string, userId: string, input: PipelineInput) {
      const { kind } = input
      const address = addressOf(input.address.trim())
      const text = (value: string | undefined) => (value ?? '').trim()
      const [project, workflow, account, token] = [text(input.project).replace(/^\/+|\/+$/g, ''), text(input.workflow), text(input.account), text(input.token)]
      if (kind === 'gitea' && !/^[^/]+\/[^/]+$/.test(project))
        throw fieldError('company.badPipelineProject', 'project', 'Owner and repository, such as apps/shop')
      if (kind === 'gitea' && !workflow) throw fieldError('company.pipelineWorkflow', 'workflow', 'Required')
      if (kind === 'jenkins' && !account) throw fieldError('company.pipelineAccount', 'account', 'Required')
      const old = await row(companyId)
      if (!old && !token) throw fieldError('company.pipelineToken', 'token', 'Required')
      // A token that was given out for one server is not shown to another.
      if (old && !token && (new URL(old.address).origin !== new URL(address).origin || old.kind !== kind))
        throw fieldError('company.pipelineTokenAgain', 'token', 'Enter the access token of the new address')
      const values = {
        kind,
        address,
        project,
        branch: text(input.branch),
        workflow: kind === 'gitea' ? workflow : '',
        account: kind === 'jenkins' ? account : '',
        token: token ? secrets.seal(token) : (old?.token ?? ''),
        changed_by: userId,
        changed_at: sql<Date>`now()`,
      }
      await inCompany(db, companyId)
        .insertInto('ci_pipeline')
        .values(values)
        .onConflict(conflict => conflict.column('company_id').doUpdateSet(values))
        .execute()
    },

    async remove(companyId: string) {
      const { numDeletedRows } = await inCompany(db, companyId).deleteFrom('ci_pipeline').executeTakeFirst()
      if (!numDeletedRows) throw closed()
    },

    /** Asks it whether the project is there; refused with the reason. */
    async check(companyId: string) {
      const pipeline = await read(companyId)
      if (!pipeline) throw closed()
      try {
        await clientOf(pipeline, limits()).check()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        throw new ApiError('company.pipelineRefused', error.told.english, 409, error.told.values && { values: error.told.values })
      }
    },

    /** The client to go on with, and the secret that no log may show; undefined where the organisation has none any more. */
    async client(companyId: string): Promise<{ client: Client; token: string } | undefined> {
      const pipeline = await read(companyId)
      return pipeline && { client: clientOf(pipeline, limits()), token: pipeline.token }
    },
  }
}
export type Pipelines = ReturnType<typeof createPipelines>
