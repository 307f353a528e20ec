import type { Handler } from '../../handler.ts'

export const orgPreviewMembersChange: Handler<'org.previewMembersChange'> = async ({ body }, { organisation, company, user, locale }) =>
  organisation.members.previewBulk(company, body, user, locale)
