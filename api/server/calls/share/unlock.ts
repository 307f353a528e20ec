import type { Handler } from '../../handler.ts'
import { UNLOCK_COOKIE } from '../../services/share/index.ts'

export const shareUnlock: Handler<'share.unlock'> = async ({ params, body }, { sharing, setCookie, ip }) => {
  const { token, seconds, path } = await sharing.visitors.unlock(params.key, body.password, ip)
  setCookie(UNLOCK_COOKIE, token, seconds, path)
  return {}
}
