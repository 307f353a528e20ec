// What other rooms use of this one.
export { createGateService, type GateService, isError, MOST_FINDINGS, type PageOf, refuseFor } from './gate.ts'
export { createLiveScreens, levelOf, type ScreenScope } from './live/index.ts'
export { createShippedScreens } from './shipped.ts'
