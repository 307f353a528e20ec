import type { Handler } from '../../handler.ts'

export const externalGetDoor: Handler<'external.getDoor'> = async ({ params }, { external }) => external.door.get(params.doorCompany, params.doorApp)
