// Files that rows hold: stored with their model, and read by those who may see the row that names them.
import type { Core } from '../../core.ts'
import { fieldError, notFound } from '../../errors.ts'
import { imageType, IMAGE_TYPES, type createFiles } from '../files.ts'
import { idOf, type Opened, type RowStatements } from './row-statements.ts'
import { quoted, type Field } from './types.ts'

/** A form may show what was just uploaded before any row names it. */
const UNNAMED_HOURS = 24
const NAME = 100
const unknown = () => notFound('file.unknown', 'There is no such file')

export function createRowFiles({ db }: Pick<Core, 'db'>, { files, statements }: { files: ReturnType<typeof createFiles>; statements: RowStatements }) {
  function fieldOf({ model: { definition } }: Opened, key: string): Field {
    const field = definition.fields.find(one => one.key === key && (one.type === 'file' || one.type === 'image'))
    if (!field) throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no field {name}', { name: quoted(key) })
    return field
  }

  return {
    /** Stores a file for a field; a row names it by its address afterwards. */
    async add(opened: Opened, key: string, upload: { path: string; name: string }, address: string) {
      const { scope, model, asker } = opened
      const field = fieldOf(opened, key)
      const image = await imageType(upload.path)
      if (field.type === 'image' && !image) throw fieldError('file.notAnImage', 'file', 'This file is not a PNG, JPEG, GIF or WebP image')
      // The end of a name says what the file is.
      const ending = /\.[^.]{1,10}$/.exec(upload.name)?.[0] ?? ''
      const name = upload.name.length > NAME ? upload.name.slice(0, NAME - ending.length) + ending : upload.name || 'file'
      const stored = await db.transaction().execute(async trx => {
        const meta = { name, mime: image ?? 'application/octet-stream', companyId: scope.companyId, appId: scope.appId, ownerId: asker.user.id }
        const file = await files.add(upload.path, meta, trx)
        await trx.insertInto('data_file').values({ file_id: file.id, tag: scope.tag, model_id: model.id, field_id: field.id }).execute()
        return file
      })
      const url = `${address}/${stored.id}?name=${encodeURIComponent(name)}`
      return { url, value: url, id: stored.id, name, size: stored.size }
    },

    /** A file for whoever sees the row that names it, or has just uploaded it. */
    async get(opened: Opened, key: string, fileId: string, rowId: string | undefined) {
      const { scope, model, asker, store } = opened
      // An address with another field leads nowhere, whatever the model has.
      const field = model.definition.fields.find(one => one.key === key)
      if (!field) throw unknown()
      const file = await db
        .selectFrom('data_file')
        .innerJoin('file', 'file.id', 'data_file.file_id')
        .innerJoin('blob', 'blob.hash', 'file.hash')
        .select(['file.name', 'file.mime', 'file.hash', 'file.owner_id', 'file.created_at', 'blob.size'])
        .where('file.id', '=', fileId)
        .where('file.company_id', '=', scope.companyId)
        .where('file.app_id', '=', scope.appId)
        .where('data_file.tag', '=', scope.tag)
        .where('data_file.model_id', '=', model.id)
        .where('data_file.field_id', '=', field.id)
        .executeTakeFirst()
      if (!file) throw unknown()
      if (rowId === undefined) {
        const isFresh = file.owner_id === asker.user.id && Date.now() - file.created_at.getTime() < UNNAMED_HOURS * 3_600_000
        if (!isFresh) throw unknown()
      } else {
        const [row] = await statements.ask(opened, () => statements.byIds(opened, [idOf(opened, rowId)], store.on))
        if (!String(row?.[field.key] ?? '').includes(`/${fileId}`)) throw unknown()
      }
      const hash = file.hash.toString('hex')
      return { content: files.content(hash), name: file.name, mime: file.mime, size: file.size, inline: IMAGE_TYPES.has(file.mime), etag: hash }
    },
  }
}
