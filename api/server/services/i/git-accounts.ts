// Git accounts: as whom and with which key somebody pushes. The private key is kept sealed, and opened only to push.
import { uuidv7 } from 'uuidv7'
import type { Core } from '../../core.ts'
import { ApiError, fieldError, notFound } from '../../errors.ts'
import type { Secrets } from '../foundation/secrets.ts'
import { blobOfPrivate, makeKeyPair, publicBlob, type KeyPair } from './ssh-keys.ts'

const MOST = 20

export interface GitAccountInput {
  gitUsername: string
  gitEmail: string
  method?: 'auto' | 'hand'
  desc?: string
  sshPublicKey?: string
  sshPrivateKey?: string
}

const unknown = () => notFound('git.unknown', 'There is no such git account')

/** A pair that was typed in, refused where it is none. */
function typedPair({ sshPublicKey = '', sshPrivateKey = '' }: GitAccountInput): KeyPair {
  const blob = publicBlob(sshPublicKey)
  if (!blob) throw fieldError('git.publicKey', 'sshPublicKey', 'Not a public key in the form of OpenSSH')
  const inside = blobOfPrivate(sshPrivateKey)
  if (!inside) throw fieldError('git.privateKey', 'sshPrivateKey', 'Not a private key without a passphrase, in the form of OpenSSH or PEM')
  if (!inside.equals(blob)) throw fieldError('git.notAPair', 'sshPrivateKey', 'These two keys do not belong together')
  return { publicKey: sshPublicKey.trim(), privateKey: `${sshPrivateKey.trim()}\n` }
}

export function createGitAccounts({ config, db }: Pick<Core, 'config' | 'db'>, secrets: Secrets) {
  function offered() {
    if (!config.features.standaloneGitPush) throw new ApiError('git.notHere', 'Git accounts are not offered on this installation', 403)
  }
  const find = (userId: string, id: string) => db.selectFrom('git_account').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  const shared = ({ gitUsername, gitEmail, desc }: GitAccountInput) => ({
    git_username: gitUsername.trim(),
    git_email: gitEmail.trim(),
    description: desc?.trim() ?? '',
  })

  return {
    async list(userId: string) {
      offered()
      const rows = await db.selectFrom('git_account').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute()
      return rows.map(row => ({
        id: row.id,
        gitUsername: row.git_username,
        gitEmail: row.git_email,
        protocolType: 'SSH' as const,
        method: row.method,
        desc: row.description,
        sshPublicKey: row.public_key,
      }))
    },

    /** The account that was chosen, or the first one: which it is. */
    async choose(userId: string, id?: string): Promise<string> {
      offered()
      const found = id ? await find(userId, id) : (await this.list(userId))[0]
      if (!found) throw fieldError('git.accountUnknown', 'account', 'You have no such git account')
      return found.id
    },

    /** As whom somebody pushes, with the opened key; for a push alone. */
    async open(userId: string, id: string) {
      offered()
      const row = await find(userId, id)
      if (!row) throw fieldError('git.accountUnknown', 'account', 'You have no such git account')
      return { name: row.git_username, email: row.git_email, privateKey: secrets.open(row.private_key) }
    },

    /** A private key that was made here is in the answer, once. */
    async add(userId: string, input: GitAccountInput) {
      offered()
      const isMade = input.method !== 'hand'
      const pair = isMade ? makeKeyPair(input.gitEmail.trim()) : typedPair(input)
      if ((await this.list(userId)).length >= MOST) throw new ApiError('git.tooMany', 'There are too many git accounts. Delete one first', 409)
      const id = uuidv7()
      await db
        .insertInto('git_account')
        .values({
          id,
          user_id: userId,
          ...shared(input),
          method: isMade ? 'auto' : 'hand',
          public_key: pair.publicKey,
          private_key: secrets.seal(pair.privateKey),
        })
        .execute()
      return { id, sshPublicKey: pair.publicKey, sshPrivateKey: isMade ? pair.privateKey : '' }
    },

    /** The pair stays, unless a new one is asked for, another is typed in, or the method becomes the other one. */
    async update(userId: string, id: string, input: GitAccountInput, isRenewed: boolean) {
      offered()
      const row = await find(userId, id)
      if (!row) throw unknown()
      const method = input.method ?? row.method
      const makes = method === 'auto' && (isRenewed || row.method === 'hand')
      const isTyped = method === 'hand' && (row.method === 'auto' || !!input.sshPrivateKey || (input.sshPublicKey ?? row.public_key).trim() !== row.public_key)
      const pair = makes ? makeKeyPair(input.gitEmail.trim()) : isTyped ? typedPair(input) : undefined
      await db
        .updateTable('git_account')
        .set({
          ...shared(input),
          method,
          updated_at: new Date(),
          ...(pair && { public_key: pair.publicKey, private_key: secrets.seal(pair.privateKey) }),
        })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .execute()
      return { id, sshPublicKey: pair?.publicKey ?? row.public_key, sshPrivateKey: makes && pair ? pair.privateKey : '' }
    },

    async remove(userId: string, id: string) {
      offered()
      const row = await db.deleteFrom('git_account').where('id', '=', id).where('user_id', '=', userId).returning('id').executeTakeFirst()
      if (!row) throw unknown()
    },
  }
}
