import { Plus, Check, Copy } from 'lucide-react'
import { multiFactor, TotpMultiFactorGenerator, type MultiFactorInfo, type TotpSecret, type User } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn, Account } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button, buttonClasses } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { isCode, withoutSpaces } from '../../../session/totp-code.ts'
import { appTexts } from '../../../texts/en/app.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { useCopy } from '../../../ui/copyable.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'
import { validateDisplayName } from '../../../ui/validators.ts'

/** What is asked for after the password: add, remove. */
export function SecondFactorsCard({ signedIn: { user, account, token } }: { readonly signedIn: SignedIn }) {
  const session = useSession()
  const recent = useRecentSignIn()
  const { settings } = useConsoleApp()
  const [secret, setSecret] = useState<TotpSecret>()
  const [removing, setRemoving] = useState<MultiFactorInfo>()
  const [isPreparing, setPreparing] = useState(false)
  const [failing, setFailing] = useState<Reaction>()
  const factors = multiFactor(user).enrolledFactors
  const isOwner = token.claims['serverRole'] === 'owner'
  const recovery = isOwner ? accountTexts.recoveryOfOwner : accountTexts.recovery

  // Who owns a server that sends no mails is the one to ask.
  const needsVerified =
    isOwner && !settings.mailEnabled ? (
      <>
        {accountTexts.factorNeedsVerifiedOwner}{' '}
        <TextLink to="/projects/$project/users/$uid" params={{ project: 'console', uid: user.uid }}>
          {accountTexts.toOwnUser}
        </TextLink>
      </>
    ) : (
      accountTexts.factorNeedsVerified
    )

  const prepare = async () => {
    setPreparing(true)
    setFailing(undefined)
    try {
      await recent.run(async () => {
        setSecret(await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession()))
      })
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setPreparing(false)
    }
  }

  return (
    <Card title={accountTexts.factors} description={accountTexts.factorsText} isFlush>
      {factors.length > 0 && (
        <FactList
          facts={factors.map((factor) => ({
            id: factor.uid,
            name: nameOf(factor),
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="text-ink-2">
                  {accountTexts.factorSince} <Moment at={Date.parse(factor.enrollmentTime)} />
                </span>
                <Button
                  size="small"
                  aria-label={accountTexts.removeFactorNamed(nameOf(factor))}
                  onPress={() => setRemoving(factor)}
                >
                  {accountTexts.removeFactor}
                </Button>
              </span>
            ),
          }))}
        />
      )}
      <div className="grid gap-3 border-t border-line p-4 first:border-t-0">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">
            {!account.emailVerified ? needsVerified : factors.length === 0 ? accountTexts.noFactors : recovery}
          </p>
          <Button
            icon={<Plus />}
            isPending={isPreparing}
            isDisabled={!account.emailVerified}
            onPress={() => void prepare()}
          >
            {accountTexts.addFactor}
          </Button>
        </div>
        <FailureNotice failing={failing} />
      </div>
      {secret !== undefined && (
        <AddAuthenticatorDialog
          user={user}
          account={account}
          recovery={recovery}
          secret={secret}
          recent={recent}
          onClose={() => setSecret(undefined)}
        />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={accountTexts.removeFactorTitle(nameOf(removing))}
          confirm={accountTexts.removeFactorNamed(nameOf(removing))}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            if (!(await recent.run(() => multiFactor(user).unenroll(removing)))) return false
            await session.refresh()
            toast(accountTexts.factorRemoved(nameOf(removing)))
            return true
          }}
        >
          {accountTexts.removeFactorText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function nameOf({ displayName }: MultiFactorInfo): string {
  return displayName === undefined || displayName === null || displayName === ''
    ? signInTexts.unnamedFactor
    : displayName
}

interface AddAuthenticatorDialogProps {
  readonly user: User
  readonly account: Account
  /** How one gets in again without the device. */
  readonly recovery: string
  /** Good for ten minutes. */
  readonly secret: TotpSecret
  readonly recent: RecentSignIn
  readonly onClose: () => void
}

/** Hands a secret to an authenticator app, as a picture, a link and text, and asks for its first code. */
function AddAuthenticatorDialog({ user, account, recovery, secret, recent, onClose }: AddAuthenticatorDialogProps) {
  const session = useSession()
  const { isCopied, copy } = useCopy()
  const form: Form<{ name: string; code: string }> = useForm({
    initial: { name: accountTexts.factorNameDefault, code: '' },
    validators: { name: validateDisplayName, code: (code) => (isCode(code) ? undefined : signInTexts.codeMissing) },
    submit: async ({ name, code }) => {
      const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, withoutSpaces(code))
      if (!(await recent.run(() => multiFactor(user).enroll(assertion, name.trim())))) return
      await session.refresh()
      toast(accountTexts.factorAdded(name.trim()))
      onClose()
    },
  })
  // The SDK puts both into the address as they are.
  const address = secret.generateQrCodeUrl(
    encodeURIComponent(account.email ?? account.uid),
    encodeURIComponent(`${appTexts.name} ${location.host}`),
  )
  return (
    <FormDialog
      title={accountTexts.addFactorTitle}
      width="medium"
      form={form}
      submit={accountTexts.add}
      onClose={onClose}
    >
      <p className="text-ink-2">{accountTexts.addFactorScan}</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={address} label={accountTexts.qrCode} />
        <div className="grid min-w-0 flex-1 basis-52 justify-items-start gap-3">
          <a href={address} className={buttonClasses('default', 'small')}>
            {accountTexts.openApp}
          </a>
          <div className="grid min-w-0 justify-items-start gap-1.5">
            <p className="text-table text-ink-2">{accountTexts.factorSecret}</p>
            <code className="text-code">{inGroups(secret.secretKey)}</code>
            <Button size="small" icon={isCopied ? <Check /> : <Copy />} onPress={() => copy(secret.secretKey)}>
              {isCopied ? uiTexts.copiedShort : accountTexts.copySecret}
            </Button>
          </div>
        </div>
      </div>
      <TextField
        {...form.field('name')}
        label={accountTexts.factorName}
        description={accountTexts.factorNameHelp}
        autoComplete="off"
        isRequired
      />
      <TextField
        {...form.field('code')}
        label={accountTexts.factorCode}
        autoComplete="one-time-code"
        inputMode="numeric"
        isMonospaced
        maxLength={9}
        autoFocus
        isRequired
      />
      <p className="text-table text-ink-2">{recovery}</p>
    </FormDialog>
  )
}

/** As people copy it by hand. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
