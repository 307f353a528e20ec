import { FileAnswer } from '../../answers.ts'
import { notFound } from '../../errors.ts'
import type { Handler } from '../../handler.ts'

const YEAR = 365 * 86_400

export const themeGetFile: Handler<'theme.getFile'> = async ({ params }, { installation, themes }) => {
  if (!installation.databaseReady) throw notFound('theme.unknown', 'There is no such theme')
  const content = Buffer.from(await themes.css(params.file))
  return new FileAnswer(content, {
    name: 'theme.css',
    mime: 'text/css; charset=utf-8',
    size: content.length,
    inline: true,
    etag: params.file,
    maxAge: YEAR,
    isFixed: true,
  })
}
