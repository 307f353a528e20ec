import type { Handler } from '../../handler.ts'

export const workingCopyCreate: Handler<'workingCopy.create'> = async ({ body }, { workingCopies, permissions, company, app, user }) => {
  await permissions.pages.checkAll(app, user, 'read')
  return workingCopies.create({ company, app, user }, body.name)
}
