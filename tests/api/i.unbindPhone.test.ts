// i.unbind-phone
import { scenarios } from '../support/scenarios.ts'
import { unbinding } from '../support/unbinding.ts'

scenarios('i.unbindPhone', unbinding({ kind: 'phone', id: 'i.unbind-phone', present: '13900000001', other: '13900000002' }))
