// Every amis type of ours. Small ones load with amis; big ones when a screen names them:
//   lazy('tessera-page-design', () => import('./tessera-page-design.tsx'))
// A small one is a plain import: import './tessera-empty.tsx'
import './formulas.ts'
import './tessera-tile.tsx'

/** Settled when all types are known to amis. */
export const renderers: Promise<void> = Promise.resolve()
