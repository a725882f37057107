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
import { LinkedProviders } from './linked-providers.tsx'
import {
  sendEmailVerification,
  type User,
  verifyBeforeUpdateEmail,
  EmailAuthProvider,
  linkWithCredential,
  updatePassword,
} from 'firebase/auth'
import { reactionTo } from '../../../backend/errors/reaction.ts'
import { FailureNotice, type Failing } from '../../../ui/failure-notice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateEmail } from '../../../ui/validators.ts'
import { HiddenUsername } from '../../../ui/password-field.tsx'
import { NewPasswordField } from '../../../session/new-account-fields.tsx'
import { usePasswordCheck } from '../../../session/password-policy.ts'
import { useSession } from '../../../session/session-context.tsx'
import { policyTexts } from '../../../texts/en/policy.ts'
import { toast } from '../../../ui/toast.ts'

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

interface ChangeEmailDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** Sends a link to the new address, which makes the change when it is opened. */
function ChangeEmailDialog({ signedIn: { user, account }, onClose }: ChangeEmailDialogProps) {
  const recent = useRecentSignIn()
  const [sentTo, setSentTo] = useState<string>()
  const form: Form<{ email: string }> = useForm({
    initial: { email: '' },
    validators: {
      email: (email) =>
        email.trim().toLowerCase() === account.email?.toLowerCase() ? accountTexts.sameEmail : validateEmail(email),
    },
    submit: async ({ email }) => {
      const address = email.trim()
      if (await recent.run(() => verifyBeforeUpdateEmail(user, address), { act: accountTexts.changeEmail }))
        setSentTo(address)
    },
  })
  if (sentTo !== undefined) {
    return (
      <Dialog isOpen onClose={onClose} title={accountTexts.changeSentTitle}>
        <p role="status">{accountTexts.changeSent(sentTo)}</p>
        <DialogActions>
          <Button variant="primary" autoFocus onPress={onClose}>
            {accountTexts.close}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <>
      <FormDialog title={accountTexts.changeEmail} form={form} submit={accountTexts.sendChange} onClose={onClose}>
        <p className="text-ink-2">{accountTexts.changeEmailText}</p>
        <TextField
          {...form.field('email')}
          label={accountTexts.newEmail}
          type="email"
          autoComplete="email"
          autoFocus
          isRequired
        />
      </FormDialog>
      {recent.dialog}
    </>
  )
}

interface ChangePasswordDialogProps {
  readonly signedIn: SignedIn
  readonly onClose: () => void
}

/** A new password, or the first one; asks who it is first when the last sign-in is a while ago. */
function ChangePasswordDialog({ signedIn: { user, account }, onClose }: ChangePasswordDialogProps) {
  const { auth } = useConsoleApp()
  const session = useSession()
  const recent = useRecentSignIn()
  const [isChange] = useState(() => hasPassword(account))
  const title = isChange ? accountTexts.changePassword : accountTexts.setPassword
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: () => (check.isMet ? undefined : policyTexts.unmet) },
    submit: async ({ password }) => {
      const isDone = await recent.run(
        async () => {
          if (isChange) await updatePassword(user, password)
          else await linkWithCredential(user, EmailAuthProvider.credential(account.email ?? '', password))
        },
        { act: title },
      )
      if (!isDone) return
      await session.refresh()
      toast(isChange ? accountTexts.passwordChanged : accountTexts.passwordWasSet)
      onClose()
    },
  })
  const check = usePasswordCheck(auth, form.values.password)
  return (
    <>
      <FormDialog title={title} form={form} submit={title} onClose={onClose}>
        <HiddenUsername email={account.email} />
        <NewPasswordField field={form.field('password')} label={accountTexts.newPassword} check={check} autoFocus />
      </FormDialog>
      {recent.dialog}
    </>
  )
}
