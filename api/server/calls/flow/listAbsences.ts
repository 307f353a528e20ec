import type { Handler } from '../../handler.ts'

export const flowListAbsences: Handler<'flow.listAbsences'> = (_input, { flows, scope }) => flows.absence.list(scope)
