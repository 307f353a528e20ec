import type { Handler } from '../../handler.ts'

export const generalGetProgress: Handler<'general.getProgress'> = ({ params }, { progressOf }) => progressOf.get(params.progressId)
