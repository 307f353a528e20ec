// What the generated projects bring along, in one file: `npm run gen` bundles it with amis-formula.
import { evaluate, extendsFilters } from 'amis-formula'
import { createClient, type Config, type Platform } from './client.ts'

const formula = { evaluate, extendsFilters } as unknown as Parameters<typeof createClient>[2]
export const start = (config: Config, platform: Platform) => createClient(config, platform, formula)
