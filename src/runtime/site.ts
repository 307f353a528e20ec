// What a running app is made of, as the server tells it.
import type { CallTypes } from '../../api/generated/types.ts'

export type Site = CallTypes['runtime.site']['data']
export interface AppPerms {
  edit?: boolean
  publish?: boolean
}
