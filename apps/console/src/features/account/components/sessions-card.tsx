import { useCallback, useState } from 'react'
import { reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { sessionTexts } from '../../../texts/en/sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AskFailed } from '../../../ui/asked-list.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { SessionTable } from '../../../ui/session-table.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAsked } from '../../../ui/use-asked.ts'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { endSession, listOwnSessions } from '../queries/sessions.ts'
import { SignOutEverywhereDialog } from './sign-out-everywhere-dialog.tsx'

/** Where one is signed in: this browser and the others, each to be ended. */
export function SessionsCard() {
  const session = useSession()
  const ask = useCallback(async () => await listOwnSessions(await session.idToken()), [session])
  const { asked, askAgain } = useAsked(ask)
  const [ending, setEnding] = useState<string>()
  const [failing, setFailing] = useState<Reaction>()
  const [isLeaving, setLeaving] = useState(false)
  useActInAddress('sign-out-everywhere', () => setLeaving(true))
  const others = asked.answer?.filter(({ isCurrent }) => !isCurrent) ?? []

  const end = async (which: readonly string[], id: string, done: string) => {
    setEnding(id)
    setFailing(undefined)
    try {
      for (const one of which) await endSession(await session.idToken(), one)
      toast(done)
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setEnding(undefined)
      askAgain()
    }
  }

  return (
    <Card
      title={accountTexts.sessions}
      description={accountTexts.sessionsText}
      aside={
        <>
          {others.length > 0 && (
            <Button
              size="small"
              isPending={ending === 'others'}
              onPress={() =>
                void end(
                  others.map(({ id }) => id),
                  'others',
                  accountTexts.othersEnded(others.length),
                )
              }
            >
              {accountTexts.endOthers}
            </Button>
          )}
          <Button size="small" onPress={() => setLeaving(true)}>
            {accountTexts.signOutEverywhere}
          </Button>
        </>
      }
      isFlush
    >
      {failing !== undefined && (
        <div className="p-4">
          <FailureNotice failing={failing} />
        </div>
      )}
      {asked.answer !== undefined ? (
        <SessionTable
          label={accountTexts.sessionsList}
          sessions={asked.answer}
          currentId={asked.answer.find(({ isCurrent }) => isCurrent)?.id}
          ending={ending}
          onEnd={({ id }) => void end([id], id, sessionTexts.ended)}
        />
      ) : asked.status === 'failed' ? (
        <AskFailed title={accountTexts.sessionsFailed} error={asked.error} askAgain={askAgain} />
      ) : (
        <Skeleton rows={2} />
      )}
      {isLeaving && <SignOutEverywhereDialog onClose={() => setLeaving(false)} />}
    </Card>
  )
}
