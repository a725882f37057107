import type { ReactNode } from 'react'
import type { Account } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Card } from '../../../ui/card.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DeveloperFold } from '../../../ui/developer-fold.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { formatDateTime } from '../../../texts/format.ts'

/** The user's record, whole. */
export function RecordCard({ account }: { readonly account: Account }) {
  const facts: [name: string, value: ReactNode][] = [
    [accountTexts.uid, <Copyable key="uid" label={accountTexts.uid} value={account.uid} />],
    [accountTexts.email, account.email],
    [accountTexts.emailVerified, yesOrNo(account.emailVerified)],
    [accountTexts.displayName, account.displayName],
    [
      accountTexts.photoURL,
      account.photoURL === null || account.photoURL === '' ? null : (
        <Copyable key="photo" label={accountTexts.photoURL} value={account.photoURL} />
      ),
    ],
    [accountTexts.phoneNumber, account.phoneNumber],
    [accountTexts.isAnonymous, yesOrNo(account.isAnonymous)],
    [accountTexts.tenantId, account.tenantId],
    [accountTexts.creationTime, momentOf(account.creationTime)],
    [accountTexts.lastSignInTime, momentOf(account.lastSignInTime)],
  ]
  return (
    <Card title={accountTexts.record} description={accountTexts.recordText} isFlush>
      <FactList
        facts={facts.map(([name, value]) => ({
          id: name,
          name,
          value: value === null || value === '' ? <span className="text-ink-2">{accountTexts.none}</span> : value,
        }))}
      />
      <DeveloperFold>
        <h3 className="px-4 pt-2.5 pb-1.5 text-table font-normal text-ink-2">{accountTexts.providerData}</h3>
        <CodeBlock label={accountTexts.providerData} code={JSON.stringify(account.providerData, undefined, 2)} />
      </DeveloperFold>
    </Card>
  )
}

function yesOrNo(value: boolean): string {
  return value ? accountTexts.yes : accountTexts.no
}

function momentOf(text: string | undefined): string | null {
  return text === undefined ? null : formatDateTime(Date.parse(text))
}
