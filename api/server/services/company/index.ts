// What other rooms use of this one.
export { createApplications } from './applications.ts'
export { createCompanies } from './companies.ts'
export { createFirstOrganisation, INSTALL_LOCK } from './first-organisation.ts'
export { createOutsideHosts, type OutsideHost } from './outside-hosts.ts'
