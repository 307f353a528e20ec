import { accessTests } from '../support/access-tests.ts'

accessTests('design')
