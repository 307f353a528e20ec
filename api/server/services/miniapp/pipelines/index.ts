// The client of a pipeline by its kind.
import type { Client, Kind, Limits, Pipeline } from './ask.ts'
import { gitea } from './gitea.ts'
import { gitlab } from './gitlab.ts'
import { jenkins } from './jenkins.ts'

const CLIENTS: Record<Kind, (pipeline: Pipeline, limits: Limits) => Client> = { gitlab, gitea, jenkins }
export const clientOf = (pipeline: Pipeline, limits: Limits): Client => CLIENTS[pipeline.kind](pipeline, limits)
export { KINDS, Refused, type Client, type Kind, type Limits, type Look, type Pipeline, type Run } from './ask.ts'
