import { useCallback, useState } from 'react'
import { failureOf } from '../../../errors/failure.ts'
import { messageOf, reactionTo, type Reaction } from '../../../errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { deviceName } from '../../../ui/device-name.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { formatDay } from '../../../ui/format.ts'
import { Moment } from '../../../ui/moment.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAsked } from '../../../ui/use-asked.ts'
import { endOwnSession, listOwnSessions, type OwnSession } from '../queries/sessions.ts'

/** Where one is signed in: this browser and the others, each to be ended. */
export function SessionsCard() {
  const session = useSession()
  const ask = useCallback(async () => await listOwnSessions(await session.idToken()), [session])
  const { asked, askAgain } = useAsked(ask)
  const [ending, setEnding] = useState<string>()
  const [failing, setFailing] = useState<Reaction>()
  const others = asked.answer?.filter(({ isCurrent }) => !isCurrent) ?? []

  const end = async (which: readonly OwnSession[], id: string, done: string) => {
    setEnding(id)
    setFailing(undefined)
    try {
      for (const one of which) await endOne(await session.idToken(), one.id)
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
      {...(others.length > 1 && {
        aside: (
          <Button
            size="small"
            isPending={ending === 'others'}
            onPress={() => void end(others, 'others', accountTexts.othersEnded(others.length))}
          >
            {accountTexts.endOthers}
          </Button>
        ),
      })}
      isFlush
    >
      {failing !== undefined && (
        <div className="p-4">
          <FailureNotice failing={failing} />
        </div>
      )}
      {asked.answer !== undefined ? (
        <DataTable
          label={accountTexts.sessions}
          columns={columnsWith(ending, (one) => void end([one], one.id, accountTexts.sessionEnded))}
          rows={asked.answer}
          rowKey={({ id }) => id}
        />
      ) : asked.status === 'failed' ? (
        <ErrorState title={accountTexts.sessionsFailed} onRetry={askAgain}>
          {messageOf(asked.error)}
        </ErrorState>
      ) : (
        <Skeleton rows={2} />
      )}
    </Card>
  )
}

/** One that is over already is what was wanted. */
async function endOne(idToken: string, id: string): Promise<void> {
  try {
    await endOwnSession(idToken, id)
  } catch (thrown) {
    if (failureOf(thrown).code !== 'not-found') throw thrown
  }
}

function columnsWith(ending: string | undefined, onEnd: (session: OwnSession) => void): readonly Column<OwnSession>[] {
  return [
    {
      id: 'device',
      title: accountTexts.sessionDevice,
      cell: (one) => (
        <span className="flex flex-wrap items-center gap-2">
          <span title={one.device ?? ''}>{labelOf(one)}</span>
          {one.isCurrent && <Badge tone="good">{accountTexts.sessionHere}</Badge>}
        </span>
      ),
    },
    {
      id: 'way',
      title: accountTexts.sessionWay,
      isSecondary: true,
      cell: ({ signInProvider, secondFactor }) =>
        [signInProvider, ...(secondFactor === null ? [] : [secondFactor])].join(' + '),
    },
    {
      id: 'signed-in',
      title: accountTexts.sessionSignedIn,
      isSecondary: true,
      cell: ({ signedInAt }) => <Moment at={Date.parse(signedInAt)} />,
    },
    {
      id: 'used',
      title: accountTexts.sessionUsed,
      isSecondary: true,
      cell: ({ lastUsedAt }) => formatDay(Date.parse(lastUsedAt), Date.now()),
    },
    {
      id: 'actions',
      title: accountTexts.sessionActions,
      cell: (one) =>
        one.isCurrent ? null : (
          <Button
            size="small"
            aria-label={accountTexts.endSessionNamed(labelOf(one))}
            isPending={ending === one.id}
            onPress={() => onEnd(one)}
          >
            {accountTexts.endSession}
          </Button>
        ),
    },
  ]
}

function labelOf({ device, isCurrent }: OwnSession): string {
  // The server may not know this one yet.
  const userAgent = device ?? (isCurrent ? navigator.userAgent : '')
  return deviceName(userAgent) ?? accountTexts.sessionUnknown
}
