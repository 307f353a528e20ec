// Files that rows hold: stored with their model, and read by those who may see the row that names them.
import type { Core } from '../../../core.ts'
import { fieldError, notFound } from '../../../errors.ts'
import { imageType, IMAGE_TYPES, type createFiles } from '../../foundation/files.ts'
import { demand, personOf } from './rules.ts'
import { idOf, type Opened, type RowStatements } from './statements.ts'
import { quoted, type DataScope, type Field } from '../types.ts'
import { inApp } from '../../../store/scoped.ts'

/** What an address calls the place of a file. */
interface Address {
  dsKey: string
  dmKey: string
  fieldKey: string
}

/** A form may show what was just uploaded before any row names it. */
const UNNAMED_HOURS = 24
const NAME = 100
/** The end of an address, but for the file. */
const pathOf = ({ dsKey, dmKey, fieldKey }: Address) => `/${['source', dsKey, 'model', dmKey, 'file', fieldKey].map(encodeURIComponent).join('/')}`
const unknown = () => notFound('file.unknown', 'There is no such file')

export function createRowFiles({ db }: Pick<Core, 'db'>, { files, statements }: { files: ReturnType<typeof createFiles>; statements: RowStatements }) {
  function fieldOf({ model: { definition } }: Opened, key: string): Field {
    const field = definition.fields.find(one => one.key === key && (one.type === 'file' || one.type === 'image'))
    if (!field) throw fieldError('data.fieldUnknown', 'fieldKey', 'There is no field {name}', { name: quoted(key) })
    return field
  }

  /** A file of the model, and the field that it is kept for. */
  async function stored({ scope, model }: Opened, fileId: string) {
    const file = await db
      .selectFrom('data_file')
      .innerJoin('file', 'file.id', 'data_file.file_id')
      .innerJoin('blob', 'blob.hash', 'file.hash')
      .select(['file.name', 'file.mime', 'file.hash', 'file.owner_id', 'file.created_at', 'blob.size', 'data_file.field_id'])
      .where('file.id', '=', fileId)
      .where('file.company_id', '=', scope.companyId)
      .where('file.app_id', '=', scope.appId)
      .where('data_file.tag', '=', scope.tag)
      .where('data_file.model_id', '=', model.id)
      .executeTakeFirst()
    const field = model.definition.fields.find(one => one.id === file?.field_id)
    return file && field && { file, field }
  }
  function answerOf({ hash, name, mime, size }: NonNullable<Awaited<ReturnType<typeof stored>>>['file']) {
    const etag = hash.toString('hex')
    return { content: files.content(etag), name, mime, size, inline: IMAGE_TYPES.has(mime), etag }
  }

  return {
    /** Stores a file for a field; a row names it by its address afterwards. */
    async add(opened: Opened, key: string, upload: { path: string; name: string }, address: string) {
      demand(opened, 'createRows', 'editRows')
      const { scope, model } = opened
      const { id: ownerId } = personOf(opened)
      const field = fieldOf(opened, key)
      if (field.locked) throw fieldError('data.fieldLocked', 'fieldKey', 'You may not change this field')
      const image = await imageType(upload.path)
      if (field.type === 'image' && !image) throw fieldError('file.notAnImage', 'file', 'This file is not a PNG, JPEG, GIF or WebP image')
      // The end of a name says what the file is.
      const ending = /\.[^.]{1,10}$/.exec(upload.name)?.[0] ?? ''
      const name = upload.name.length > NAME ? upload.name.slice(0, NAME - ending.length) + ending : upload.name || 'file'
      const stored = await db.transaction().execute(async trx => {
        const meta = { name, mime: image ?? 'application/octet-stream', companyId: scope.companyId, appId: scope.appId, ownerId }
        const file = await files.add(upload.path, meta, trx)
        await trx.insertInto('data_file').values({ file_id: file.id, tag: scope.tag, model_id: model.id, field_id: field.id }).execute()
        return file
      })
      const url = `${address}/${stored.id}?name=${encodeURIComponent(name)}`
      return { url, value: url, id: stored.id, name, size: stored.size }
    },

    /** Under which keys the model of a file is found today: a row goes on naming the file by those of the day of its upload. */
    placeOf: ({ companyId, appId, tag }: DataScope, fileId: string): Promise<Pick<Address, 'dsKey' | 'dmKey'> | undefined> =>
      inApp(db, { companyId, appId })
        .selectFrom('data_file')
        .innerJoin('file', 'file.id', 'data_file.file_id')
        .innerJoin('data_applied', on => on.onRef('data_applied.model_id', '=', 'data_file.model_id').onRef('data_applied.tag', '=', 'data_file.tag'))
        .innerJoin('data_source', 'data_source.id', 'data_applied.source_id')
        .select(['data_source.key as dsKey', 'data_applied.key as dmKey'])
        .where('file.id', '=', fileId)
        .where('file.company_id', '=', companyId)
        .where('file.app_id', '=', appId)
        .where('data_file.tag', '=', tag)
        .executeTakeFirst(),

    /** A file for whoever sees the row that names it, or has just uploaded it. The address is that of today, or the one by which the row names it. */
    async get(opened: Opened, { dsKey, dmKey, fieldKey }: Address, fileId: string, rowId: string | undefined) {
      const { model, asker, store } = opened
      const found = await stored(opened, fileId)
      if (!found) throw unknown()
      const { file, field } = found
      const isOfToday = dsKey === model.source.key && dmKey === model.key && fieldKey === field.key
      if (rowId === undefined) {
        const isFresh = file.owner_id === asker.user?.id && Date.now() - file.created_at.getTime() < UNNAMED_HOURS * 3_600_000
        if (!isFresh || !isOfToday) throw unknown()
      } else {
        const [row] = await statements.ask(opened, () => statements.byIds(opened, [idOf(opened, rowId)], store.on))
        const named = String(row?.[field.key] ?? '')
        if (!named.includes(isOfToday ? `/${fileId}` : `${pathOf({ dsKey, dmKey, fieldKey })}/${fileId}`)) throw unknown()
      }
      return answerOf(file)
    },

    /** A file that is kept for a field. Whoever calls this says who may have it: no row is asked. */
    async ofField(opened: Opened, fieldKey: string, fileId: string) {
      const found = await stored(opened, fileId)
      if (found?.field.key !== fieldKey) return undefined
      const { owner_id: ownerId, name } = found.file
      const { asker, scope, model } = opened
      const app = scope.tag === 'latest' ? asker.app.key : `${asker.app.key}-${scope.tag}`
      const place = pathOf({ dsKey: model.source.key, dmKey: model.key, fieldKey })
      return {
        ownerId,
        /** As a row names it. */
        address: `/api/resource/${[asker.company.key, app].map(encodeURIComponent).join('/')}${place}/${fileId}?name=${encodeURIComponent(name)}`,
        answer: () => answerOf(found.file),
      }
    },
  }
}
