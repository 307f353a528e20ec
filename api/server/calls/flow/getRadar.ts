import type { Handler } from '../../handler.ts'

export const flowGetRadar: Handler<'flow.getRadar'> = ({ query: { days = 30, flowId } }, { flows, scope }) => flows.radar.read(scope, { days, flowId })
