import { useSignedIn } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { RecordCard } from './record-card.tsx'
import { SecondFactorsCard } from './second-factors-card.tsx'
import { SessionCard } from './session-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { useState } from 'react'
import type { SignedIn } from '../../../session/session-state.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** Oneself: profile, sign-in, this session, preferences, and the way out. */
export function AccountPage() {
  usePageTitle(accountTexts.title)
  const signedIn = useSignedIn()
  if (signedIn === undefined) return null
  return (
    <div className="mx-auto w-full max-w-3xl desk:pt-4">
      <PageHeader title={accountTexts.title} fact={signedIn.account.email ?? signedIn.account.uid} />
      <PageBody>
        <ProfileCard key={signedIn.account.uid} signedIn={signedIn} />
        <SignInCard signedIn={signedIn} />
        <PasskeysCard signedIn={signedIn} />
        <SecondFactorsCard signedIn={signedIn} />
        <PreferencesCard />
        <SessionsCard />
        <SessionCard signedIn={signedIn} />
        <RecordCard account={signedIn.account} />
        <DangerCard signedIn={signedIn} />
      </PageBody>
    </div>
  )
}

/** The way out. */
function DangerCard({ signedIn }: { readonly signedIn: SignedIn }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={accountTexts.danger}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">{accountTexts.dangerText}</p>
        <Button variant="danger" onPress={() => setOpen(true)}>
          {accountTexts.deleteOpen}
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog signedIn={signedIn} onClose={() => setOpen(false)} />}
    </Card>
  )
}
