import { requestsTexts } from '../../texts/en/requests.ts'

const known: Readonly<Record<string, string | undefined>> = requestsTexts.reasons

/** A reason in the language of the page. What the rules language itself says of a failure stays in its own words. */
export function wordsOfReason(reason: string | undefined): string {
  return reason === undefined ? '' : (known[reason] ?? reason)
}
