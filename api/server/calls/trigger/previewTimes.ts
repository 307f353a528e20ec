import type { Handler } from '../../handler.ts'

export const triggerPreviewTimes: Handler<'trigger.previewTimes'> = ({ body }, { triggers }) => triggers.previewTimes(body)
