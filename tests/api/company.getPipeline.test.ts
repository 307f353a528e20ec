// The pipeline of an organisation as its administrators see it; with one that is there by company.savePipeline.test.ts.
import { scenarios } from '../support/scenarios.ts'

scenarios('company.getPipeline', [
  { name: 'is empty at first', as: 'ann', expect: { status: 0, data: { isThere: false, kind: 'gitlab', address: '', changedAt: null }, stored: 'same' } },
  { name: 'is for administrators', as: 'ben', expect: { status: 403 } },
])
