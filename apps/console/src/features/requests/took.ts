import type { ListedRequest } from '../../rules/past-request.ts'
import { requestsTexts as texts } from '../../texts/en/requests.ts'

type Stages = NonNullable<ListedRequest['stages']>

/** Milliseconds from the arrival of a request to its verdict, as far as they were measured; how long its answer took is not known. */
export function decidedMs({ beforeMs = 0, rulesMs, lookupsMs }: Stages): number {
  return beforeMs + rulesMs + lookupsMs
}

/** What the time went to, a line for each stage. */
export function wordsOfStages({ beforeMs, rulesMs, lookupsMs }: Stages): string[] {
  return [
    ...(beforeMs === undefined ? [] : [texts.beforeTook(beforeMs.toFixed(2))]),
    texts.rulesTook(rulesMs.toFixed(2)),
    ...(lookupsMs === 0 ? [] : [texts.lookupsTook(lookupsMs.toFixed(2))]),
  ]
}
