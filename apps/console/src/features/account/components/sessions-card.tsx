import { useMutation } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { sessionTexts } from '../../../texts/en/sessions.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SessionTable } from '../../../ui/session-table.tsx'
import { toast } from '../../../ui/toast.ts'
import { useActInAddress } from '../../../ui/use-act-in-address.ts'
import { useOwnSessions, endSession, listOwnSessions } from '../queries/account-queries.ts'
import { AllUnsavedLists } from '../../../session/unsaved-list.tsx'
import { type AllUnsavedWork, findAllUnsavedWork, isAnyUnsaved } from '../../../session/unsaved-work.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'

interface Ending {
  readonly which: readonly string[]
  /** The button that was pressed. */
  readonly id: string
  /** What is said when they are ended. */
  readonly done: string
}

/** Where one is signed in: this browser and the others, each to be ended. */
export function SessionsCard() {
  const session = useSession()
  const sessions = useOwnSessions()
  const [isLeaving, setLeaving] = useState(false)
  useActInAddress('sign-out-everywhere', () => setLeaving(true))
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []

  const end = useMutation({
    mutationFn: async ({ which }: Ending) => {
      for (const one of which) await endSession(await session.idToken(), one)
    },
    onSuccess: (_, { done }) => void toast(done),
    onSettled: () => void sessions.refetch(),
  })
  const ending = end.isPending ? end.variables.id : undefined

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
                end.mutate({
                  which: others.map(({ id }) => id),
                  id: 'others',
                  done: accountTexts.othersEnded(others.length),
                })
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
      {end.isError && (
        <div className="p-4">
          <FailureNotice failing={reactionTo(end.error)} />
        </div>
      )}
      <QueryContent query={sessions} failed={accountTexts.sessionsFailed} rows={2}>
        {(listed) => (
          <SessionTable
            label={accountTexts.sessionsList}
            sessions={listed}
            currentId={listed.find(({ isCurrent }) => isCurrent)?.id}
            ending={ending}
            onEnd={({ id }) => end.mutate({ which: [id], id, done: sessionTexts.ended })}
          />
        )}
      </QueryContent>
      {isLeaving && <SignOutEverywhereDialog onClose={() => setLeaving(false)} />}
    </Card>
  )
}

/** Ends every session of the account, this browser's last. Says what this browser would lose. */
function SignOutEverywhereDialog({ onClose }: { readonly onClose: () => void }) {
  const session = useSession()
  const [lost, setLost] = useState<AllUnsavedWork>()
  useEffect(() => {
    void findAllUnsavedWork().then(setLost)
  }, [])
  if (lost === undefined) return null
  const isLosing = isAnyUnsaved(lost) || isAnyUnsaved(lost.elsewhere)
  return (
    <ConfirmDialog
      title={accountTexts.signOutEverywhereTitle}
      confirm={isLosing ? accountTexts.signOutEverywhereDiscard : accountTexts.signOutEverywhere}
      onConfirm={async () => {
        const all = await listOwnSessions(await session.idToken())
        for (const { id, isCurrent } of all) if (!isCurrent) await endSession(await session.idToken(), id)
        await session.signOut()
        return true
      }}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <p>{accountTexts.signOutEverywhereText}</p>
        {isLosing && (
          <>
            <p>{frameTexts.lostHere}</p>
            <AllUnsavedLists work={lost} />
          </>
        )}
      </div>
    </ConfirmDialog>
  )
}
