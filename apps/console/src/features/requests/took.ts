import type { ListedRequest } from '../../shared/requests/list-requests.ts'
import { requestsTexts as texts } from '../../texts/en/requests.ts'
import { formatHundredths } from '../../texts/format.ts'

type Stages = NonNullable<ListedRequest['stages']>

/** Milliseconds from the arrival of a request to its verdict, as far as they were measured; how long its answer took is not known. */
export function decidedMs({ beforeMs = 0, rulesMs, lookupsMs }: Stages): number {
  return beforeMs + rulesMs + lookupsMs
}

/** What the time went to, a line for each stage. */
export function wordsOfStages({ beforeMs, rulesMs, lookupsMs }: Stages): string[] {
  return [
    ...(beforeMs === undefined ? [] : [texts.beforeTook(formatHundredths(beforeMs))]),
    texts.rulesTook(formatHundredths(rulesMs)),
    ...(lookupsMs === 0 ? [] : [texts.lookupsTook(formatHundredths(lookupsMs))]),
  ]
}
