// Functions of ours for expressions in screens.
import { registerFunction } from 'amis-formula'
import { proposedKey } from '../api/models/keys.ts'

/** A key out of a name as `shared.json#/$defs/appKey` wants it; empty where the name has no Latin letter or digit to offer. */
export const appKeyFrom = (name: unknown): string =>
  String(name ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+/, '')
    .slice(0, 40)
    .replace(/_+$/, '')

registerFunction('APPKEY', appKeyFrom)
registerFunction('FIELDKEY', proposedKey)
