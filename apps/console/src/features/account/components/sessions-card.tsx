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
import { useOwnSessions, endSession, listOwnSessions, useInstallationId } from '../queries/account-queries.ts'
import { AllUnsavedLists } from '../../../session/sign-out.tsx'
import { type AllUnsavedWork, findAllUnsavedWork, isAnyUnsaved } from '../../../session/unsaved-work.ts'
import { frameTexts } from '../../../texts/en/frame.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { RotateCw } from 'lucide-react'
import type { SignedIn } from '../../../session/session-state.ts'
import { Badge } from '../../../ui/badge.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DeveloperFold } from '../../../ui/details-fold.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatCountdown, formatDateTime } from '../../../texts/format.ts'
import { useNow } from '../../../ui/use-now.ts'

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

/** All that the ID token of this session says, and how long it still holds. */
export function SessionCard({ signedIn: { token, user } }: { readonly signedIn: SignedIn }) {
  const session = useSession()
  const renew = useMutation({
    mutationFn: async () => {
      await user.getIdToken(true)
      await session.refresh()
    },
  })

  return (
    <Card
      title={accountTexts.session}
      description={accountTexts.sessionText}
      aside={
        <Button size="small" icon={<RotateCw />} isPending={renew.isPending} onPress={() => renew.mutate()}>
          {accountTexts.renew}
        </Button>
      }
      isFlush
    >
      {renew.isError && (
        <div className="p-4">
          <FailureNotice failing={reactionTo(renew.error)} />
        </div>
      )}
      <FactList
        facts={[
          { id: 'auth', name: accountTexts.authTime, value: moment(token.authTime) },
          { id: 'issued', name: accountTexts.issuedAtTime, value: moment(token.issuedAtTime) },
          {
            id: 'expires',
            name: accountTexts.expirationTime,
            value: (
              <span className="flex flex-wrap items-center gap-2">
                {moment(token.expirationTime)} <TimeLeft until={Date.parse(token.expirationTime)} />
              </span>
            ),
          },
          {
            id: 'provider',
            name: accountTexts.signInProvider,
            value: <code className="text-code">{token.signInProvider ?? accountTexts.none}</code>,
          },
          { id: 'second', name: accountTexts.signInSecondFactor, value: token.signInSecondFactor ?? accountTexts.none },
        ]}
      />
      <DeveloperFold>
        <FactList
          facts={[
            { id: 'installation', name: accountTexts.installation, value: <Installation /> },
            {
              id: 'token',
              name: accountTexts.token,
              value: <Copyable label={accountTexts.token} value={token.token} />,
            },
          ]}
        />
        <h3 className="px-4 pt-2.5 pb-1.5 text-table font-normal text-ink-2">{accountTexts.claims}</h3>
        <CodeBlock label={accountTexts.claims} code={JSON.stringify(token.claims, undefined, 2)} />
      </DeveloperFold>
    </Card>
  )
}

/** Which installation of the console this browser is; Devices of the project `console` lists it under this id. */
function Installation() {
  const { data: id, isError } = useInstallationId()
  if (id !== undefined) return <Copyable label={accountTexts.installation} value={id} />
  return <span className="text-ink-2">{isError ? accountTexts.installationUnknown : ' '}</span>
}

function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(1000)
  const left = until - now
  return (
    <Badge tone={left <= 0 ? 'danger' : 'plain'}>
      <span className="tabular-nums">
        {left <= 0 ? accountTexts.expired : accountTexts.expiresIn(formatCountdown(left))}
      </span>
    </Badge>
  )
}

function moment(text: string) {
  const at = Date.parse(text)
  return (
    <time dateTime={new Date(at).toISOString()} className="tabular-nums">
      {formatDateTime(at)}
    </time>
  )
}
