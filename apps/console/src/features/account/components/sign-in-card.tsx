import { useState } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { EmailVerification } from './email-verification.tsx'

/** How one signs in. */
export function SignInCard({ signedIn }: { readonly signedIn: SignedIn }) {
  const { account } = signedIn
  const { settings } = useConsoleApp()
  const [isChanging, setChanging] = useState(false)
  const hasPassword = account.providerData.some(({ providerId }) => providerId === 'password')
  return (
    <Card title={accountTexts.signIn} isFlush>
      <FactList
        facts={[
          {
            id: 'email',
            name: accountTexts.email,
            value: (
              <span className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 break-all">{account.email ?? accountTexts.none}</span>
                {account.email !== null && (
                  <Badge tone={account.emailVerified ? 'good' : 'plain'}>
                    {account.emailVerified ? accountTexts.verified : accountTexts.notVerified}
                  </Badge>
                )}
                {account.email !== null && !account.emailVerified && settings.mailEnabled && (
                  <EmailVerification user={signedIn.user} email={account.email} />
                )}
              </span>
            ),
          },
          {
            id: 'password',
            name: accountTexts.password,
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-ink-2">{hasPassword ? accountTexts.passwordSet : accountTexts.passwordNone}</span>
                {hasPassword && (
                  <Button size="small" onPress={() => setChanging(true)}>
                    {accountTexts.changePassword}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      {isChanging && <ChangePasswordDialog signedIn={signedIn} onClose={() => setChanging(false)} />}
    </Card>
  )
}
