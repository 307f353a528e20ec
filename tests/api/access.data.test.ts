import { accessTests } from '../support/access-tests.ts'

accessTests('data')
