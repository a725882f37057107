import { Link } from '@tanstack/react-router'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { getAskedEmail } from '../../../browser/preferences.ts'
import { actionTexts } from '../../../texts/en/action.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { DetailsFold } from '../../../ui/details-fold.tsx'
import { GatePage } from '../../../ui/gate-page.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { IncompleteLinkError } from '../action-link.ts'

export interface LinkProblemProps {
  readonly error: unknown
  readonly isOfConsole: boolean
  readonly onRetry?: () => void
}

/** A link that can't be opened: why, and the way to another. */
export function LinkProblem({ error, isOfConsole, onRetry }: LinkProblemProps) {
  const reaction = reactionTo(error)
  const isOver = reaction.kind === 'link-over'
  const isIncomplete = error instanceof IncompleteLinkError
  const message = isOver
    ? isOfConsole
      ? actionTexts.overHere
      : actionTexts.overElsewhere
    : isIncomplete
      ? actionTexts.incomplete
      : reaction.kind === 'quiet'
        ? ''
        : reaction.message
  const email = getAskedEmail()
  return (
    <GatePage title={isOver ? actionTexts.overTitle : actionTexts.failedTitle} subtitle="">
      <div className="grid gap-4">
        <Notice tone="attention" isAnnounced>
          <p>{message}</p>
          {!isOver && !isIncomplete && reaction.kind !== 'quiet' && (
            <div className="mt-1 [&_summary]:mx-0">
              <DetailsFold details={reaction.details} />
            </div>
          )}
        </Notice>
        {isOfConsole && isOver && (
          <Link
            to="/reset-password"
            state={email === undefined ? {} : { email }}
            className={buttonClasses('primary', 'large', true)}
          >
            {actionTexts.sendAnother}
          </Link>
        )}
        {!isOver && !isIncomplete && onRetry !== undefined && (
          <Button variant="primary" size="large" isWide onPress={onRetry}>
            {uiTexts.tryAgain}
          </Button>
        )}
        {isOfConsole && (
          <Link to="/sign-in" className={buttonClasses('quiet', 'large', true)}>
            {actionTexts.toSignIn}
          </Link>
        )}
      </div>
    </GatePage>
  )
}
