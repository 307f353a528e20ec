import { accessTests } from '../support/access-tests.ts'

accessTests('templates')
