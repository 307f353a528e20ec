import { accessTests } from '../support/access-tests.ts'

accessTests('permissions')
