import { useMutation } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DeveloperFold } from '../../../ui/developer-fold.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatCountdown, formatDateTime } from '../../../texts/format.ts'
import { useNow } from '../../../ui/use-now.ts'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { useInstallationId } from '../queries/account-queries.ts'

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
