/** What every JSON call answers. */
export interface Envelope {
  status: number
  msg: string
  data?: Record<string, unknown>
  code?: string
  errors?: Record<string, string>
}
