import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { hasPassword, type SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { LinkedProviders } from './linked-providers.tsx'
import { sendEmailVerification, type User } from 'firebase/auth'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'

/** How one signs in: address, password, providers. */
export function SignInCard({ signedIn }: { readonly signedIn: SignedIn }) {
  const { account } = signedIn
  const { settings } = useConsoleApp()
  const [changing, setChanging] = useState<'email' | 'password'>()
  const recent = useRecentSignIn()
  const isByPassword = hasPassword(account)
  /** Who it is is asked before anything is typed; whoever takes long over the form is asked again. */
  const change = (what: 'email' | 'password'): void =>
    void recent.run(async () => setChanging(what), {
      act:
        what === 'email'
          ? accountTexts.changeEmail
          : isByPassword
            ? accountTexts.changePassword
            : accountTexts.setPassword,
    })
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
                {settings.mailEnabled ? (
                  <span className="ml-auto">
                    <Button size="small" aria-label={accountTexts.changeEmail} onPress={() => change('email')}>
                      {accountTexts.change}
                    </Button>
                  </span>
                ) : (
                  <span className="basis-full text-ink-2">
                    {signedIn.token.claims['serverRole'] === 'owner' ? (
                      <>
                        {accountTexts.changeNeedsMailOwner}{' '}
                        <Link
                          to="/projects/$project/users/$uid"
                          params={{ project: 'console', uid: account.uid }}
                          className="underline underline-offset-2"
                        >
                          {accountTexts.changeInUsers}
                        </Link>
                      </>
                    ) : (
                      accountTexts.changeNeedsMail
                    )}
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'password',
            name: accountTexts.password,
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-ink-2">
                  {isByPassword ? accountTexts.passwordSet : accountTexts.passwordNone}
                </span>
                {(isByPassword || account.email !== null) && (
                  <Button size="small" onPress={() => change('password')}>
                    {isByPassword ? accountTexts.changePassword : accountTexts.setPassword}
                  </Button>
                )}
              </span>
            ),
          },
        ]}
      />
      <LinkedProviders signedIn={signedIn} />
      {changing === 'email' && <ChangeEmailDialog signedIn={signedIn} onClose={() => setChanging(undefined)} />}
      {changing === 'password' && <ChangePasswordDialog signedIn={signedIn} onClose={() => setChanging(undefined)} />}
      {recent.dialog}
    </Card>
  )
}

type Step = { readonly kind: 'idle' | 'sending' | 'sent' } | { readonly kind: 'failed'; readonly failing: Failing }

/** Sends the link that proves the address; the page takes it up when it gets the focus again. */
function EmailVerification({ user, email }: { readonly user: User; readonly email: string }) {
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const send = async () => {
    setStep({ kind: 'sending' })
    try {
      await sendEmailVerification(user)
      setStep({ kind: 'sent' })
    } catch (thrown) {
      setStep({ kind: 'failed', failing: reactionTo(thrown) })
    }
  }
  return (
    <>
      <span role="status" className="basis-full text-ink-2 empty:hidden">
        {step.kind === 'sent' ? accountTexts.verifySent(email) : ''}
      </span>
      {step.kind !== 'sent' && (
        <Button size="small" isPending={step.kind === 'sending'} onPress={() => void send()}>
          {accountTexts.verify}
        </Button>
      )}
      {step.kind === 'failed' && <FailureNotice failing={step.failing} />}
    </>
  )
}
