import { Plus } from 'lucide-react'
import { multiFactor, TotpMultiFactorGenerator, type MultiFactorInfo, type TotpSecret } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { AddAuthenticatorDialog } from './add-authenticator-dialog.tsx'

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
