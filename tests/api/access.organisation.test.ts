import { accessTests } from '../support/access-tests.ts'

accessTests('organisation')
