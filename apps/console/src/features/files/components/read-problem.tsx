import { reactionToRead } from '../../../backend/errors/read-reaction.ts'
import { DeniedState } from '../../../ui/denied-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'

/** In the place of what couldn't be read: denied, or failed with a way to try again. */
export function ReadProblem({
  title,
  error,
  onRetry,
}: {
  readonly title: string
  readonly error: unknown
  readonly onRetry: () => void
}) {
  const reaction = reactionToRead(error)
  const details = reaction.kind === 'quiet' ? {} : { details: reaction.details, children: reaction.message }
  return reaction.kind === 'denied' ? (
    <DeniedState {...details} />
  ) : (
    <ErrorState title={title} onRetry={onRetry} {...details} />
  )
}
