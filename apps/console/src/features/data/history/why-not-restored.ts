import { failureOf } from '../../../backend/errors/failure.ts'
import { messageOf } from '../../../backend/errors/reaction.ts'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'

/** What is said about a restore that the server refused. */
export function whyNotRestored(thrown: unknown): string {
  const { reason, code } = failureOf(thrown)
  if (reason === 'VERSION_NOT_FOUND') return texts.versionGone
  return code === 'already-exists' ? texts.thereAgain : messageOf(thrown)
}
