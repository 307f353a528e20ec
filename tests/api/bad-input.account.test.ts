import { badInputTests } from '../support/bad-input-tests.ts'

badInputTests('account')
