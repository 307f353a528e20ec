// The vendors whose directories can be read.
import type { Credentials, Directory, Platform } from './directory.ts'
import { createDingTalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { createLimiter, PACE, type Limiter, type Pace } from './vendor-http.ts'
import { createWeCom } from './wecom.ts'

interface Vendor {
  name: string
  /** The vendor's own addresses; the first one unless another is chosen. */
  addresses: string[]
  create(credentials: Credentials, limiter: Limiter, pace: Pace): Directory
}

export const VENDORS: Record<Platform, Vendor> = {
  dingding: { name: 'DingTalk', addresses: ['https://oapi.dingtalk.com', 'https://oapi.dingtalk.io'], create: createDingTalk },
  feishu: { name: 'Feishu', addresses: ['https://open.feishu.cn', 'https://open.larksuite.com'], create: createFeishu },
  workweixin: { name: 'WeCom', addresses: ['https://qyapi.weixin.qq.com'], create: createWeCom },
}

/** Clients of one process: those of the same app at a vendor share a pace. */
export function createDirectories(pace: Pace = PACE) {
  const limiters = new Map<string, Limiter>()
  return (platform: Platform, credentials: Credentials, attempts = pace.attempts): Directory => {
    const tenant = `${platform} ${credentials.address} ${credentials.appKey}`
    const limiter = limiters.get(tenant) ?? createLimiter(pace.perSecond)
    limiters.set(tenant, limiter)
    return VENDORS[platform].create(credentials, limiter, { ...pace, attempts })
  }
}
