export { addressOf, call, type CallInput } from './call.ts'
export { CallError, type Envelope } from './envelope.ts'
export { fetcher, isCancelled, type Fetched, type FetchedApi } from './fetcher.ts'
export { connectClient, type ClientHost } from './transport.ts'
