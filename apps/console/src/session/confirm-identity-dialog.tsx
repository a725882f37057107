import {
  EmailAuthProvider,
  getMultiFactorResolver,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type MultiFactorError,
  type MultiFactorResolver,
  type UserCredential,
} from 'firebase/auth'
import { useState } from 'react'
import { endOwnSession } from '../backend/api/end-own-session.ts'
import { reactionTo, type Reaction } from '../backend/errors/reaction.ts'
import { accountTexts } from '../texts/en/account.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { uiTexts } from '../texts/en/ui.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PasswordField, HiddenUsername } from '../ui/password-field.tsx'
import { useCountdown } from './use-countdown.ts'
import { useForm, type Form } from '../ui/use-form.ts'
import { validatePasswordPresent } from '../ui/validators.ts'
import { useConsoleApp } from './console-app-context.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { hasPasskeys } from './has-passkeys.ts'
import { reauthenticateWithPasskey } from './passkeys.ts'
import { ProviderButtons, useProviderWindow } from './provider-buttons.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useSession, useSignedIn } from './session-context.tsx'
import { hasPassword, type SignedIn } from './session-state.ts'
import { useSignOut } from './sign-out.tsx'
import { useOwnPasskeys } from './use-own-passkeys.ts'

/** Asks somebody who is signed in to show once more that it is them: by password, by a passkey or by a provider, and by the second factor after it. */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const signedIn = useSignedIn()
  return signedIn === undefined ? null : <Confirmation signedIn={signedIn} {...props} />
}

interface ConfirmIdentityDialogProps {
  /** What it is asked for, in the words of its button, where they are known. */
  readonly act: string | undefined
  readonly onEnd: (isConfirmed: boolean) => void
}

interface ConfirmationProps extends ConfirmIdentityDialogProps {
  readonly signedIn: SignedIn
}

function Confirmation({ signedIn: { user, account, token }, act, onEnd }: ConfirmationProps) {
  const { auth, settings } = useConsoleApp()
  const session = useSession()
  const signOut = useSignOut()
  const [resolver, setResolver] = useState<MultiFactorResolver>()
  const [failing, setFailing] = useState<Reaction>()
  const [replaced] = useState(token.claims['hearth_session'])
  const finish = async () => {
    await session.refresh()
    if (typeof replaced === 'string') await endReplaced(replaced)
    onEnd(true)
  }
  /** To prove who one is begins a session, in place of the one before: nobody shall find two of this browser in the list. */
  const endReplaced = async (id: string) => {
    try {
      await endOwnSession(await session.idToken(), id, { goesOn: true })
    } catch {
      // It stays in the list under Account, where it can be ended; what was asked for goes on.
    }
  }
  /** Throws everything but a second factor that is asked for. */
  const show = async (prove: () => Promise<UserCredential>) => {
    setFailing(undefined)
    try {
      await prove()
    } catch (thrown) {
      if (reactionTo(thrown).kind !== 'second-factor') throw thrown
      setResolver(getMultiFactorResolver(auth, thrown as MultiFactorError))
      return
    }
    await finish()
  }
  const window = useProviderWindow(
    (provider) => show(() => reauthenticateWithPopup(user, provider)),
    (thrown) => setFailing(reactionTo(thrown)),
  )
  const linked = new Set(account.providerData.map(({ providerId }) => providerId))
  const providers = settings.signIn.providers.filter(({ providerId }) => linked.has(providerId))
  const isByPassword = hasPassword(account)
  const passkeys = useOwnPasskeys(user, hasPasskeys())
  const isByPasskey = (passkeys.data ?? []).length > 0
  // Nobody is sent away before it is known.
  const hasNoWay = !isByPassword && providers.length === 0 && !isByPasskey && (passkeys.isFetched || !hasPasskeys())
  const title = resolver === undefined ? accountTexts.confirmTitle : signInTexts.codeTitle
  return (
    <Dialog isOpen isInPlace staysOnClickBeside onClose={() => onEnd(false)} title={title}>
      {resolver === undefined ? (
        <div className="grid gap-4">
          <p className="text-ink-2">{accountTexts.confirmText(act)}</p>
          <FailureNotice failing={failing} />
          {providers.length > 0 && <ProviderButtons providers={providers} window={window} />}
          {isByPasskey && (
            <PasskeyButton
              label={accountTexts.confirmByPasskey}
              onPress={() => show(() => reauthenticateWithPasskey(auth, user))}
            />
          )}
          {isByPassword && (
            <PasswordProof
              email={account.email ?? ''}
              onProve={(password) =>
                show(() =>
                  reauthenticateWithCredential(user, EmailAuthProvider.credential(account.email ?? '', password)),
                )
              }
              onFailure={setFailing}
              onCancel={() => onEnd(false)}
            />
          )}
          {hasNoWay && (
            <>
              <p>{accountTexts.confirmByNewSignIn}</p>
              <DialogActions>
                <Button variant="primary" onPress={signOut}>
                  {accountTexts.signOut}
                </Button>
              </DialogActions>
            </>
          )}
        </div>
      ) : (
        <div className="pt-2">
          <SecondFactorForm resolver={resolver} onDone={finish} onStartOver={() => setResolver(undefined)} />
        </div>
      )}
    </Dialog>
  )
}

interface PasswordProofProps {
  readonly email: string
  readonly onProve: (password: string) => Promise<void>
  readonly onFailure: (reaction: Reaction) => void
  readonly onCancel: () => void
}

function PasswordProof({ email, onProve, onFailure, onCancel }: PasswordProofProps) {
  const { secondsLeft, start } = useCountdown()
  const form: Form<{ password: string }> = useForm({
    initial: { password: '' },
    validators: { password: validatePasswordPresent },
    submit: async ({ password }) => {
      try {
        await onProve(password)
      } catch (thrown) {
        const reaction = reactionTo(thrown)
        if (reaction.kind === 'wait') start(reaction.seconds)
        if (reaction.kind === 'at-form') form.reject('password', accountTexts.wrongPassword)
        else onFailure(reaction)
      }
    },
  })
  return (
    <form {...form.formProps} className="grid gap-1">
      <HiddenUsername email={email} />
      <PasswordField
        {...form.field('password')}
        label={accountTexts.currentPassword}
        autoComplete="current-password"
        autoFocus
        isRequired
      />
      <DialogActions>
        <Button onPress={onCancel} isDisabled={form.isSubmitting}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" variant="primary" isPending={form.isSubmitting} isDisabled={secondsLeft > 0}>
          {secondsLeft > 0 ? signInTexts.nextTryIn(secondsLeft) : accountTexts.confirm}
        </Button>
      </DialogActions>
    </form>
  )
}
