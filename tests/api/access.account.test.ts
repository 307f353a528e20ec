import { accessTests } from '../support/access-tests.ts'

accessTests('account')
