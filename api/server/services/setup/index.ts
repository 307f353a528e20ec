// What other rooms use of this one.
export { createInstallation, type DatabaseHandle } from './installation.ts'
export { createLicences } from './licence.ts'
export { createSweep } from './sweep.ts'
