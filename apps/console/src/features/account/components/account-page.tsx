import { useSignedIn } from '../../../session/session-context.tsx'
import { accountTexts } from '../../../texts/en/account.ts'
import { PageBody, PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { DangerCard } from './danger-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { RecordCard } from './record-card.tsx'
import { SecondFactorsCard } from './second-factors-card.tsx'
import { SessionCard } from './session-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInCard } from './sign-in-card.tsx'

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
