import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { hasPasskeys } from '../../../session/has-passkeys.ts'
import { type OwnPasskey, removePasskey, addPasskey } from '../../../session/passkeys.ts'
import { useRecentSignIn, type RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { hasPassword, type SignedIn } from '../../../session/session-state.ts'
import { useOwnPasskeys } from '../../../session/use-own-passkeys.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { toast } from '../../../ui/toast.ts'
import type { User } from 'firebase/auth'
import { useSession } from '../../../session/session-context.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useForm, type Form } from '../../../ui/use-form.ts'

const passkeysMax = 10

/** Signing in without a password: the passkeys of one's account. */
export function PasskeysCard({ signedIn: { user, account } }: { readonly signedIn: SignedIn }) {
  const { auth } = useConsoleApp()
  const recent = useRecentSignIn()
  const query = useOwnPasskeys(user)
  const readAgain = (): void => void query.refetch()
  const [isAdding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<OwnPasskey>()
  const add = (): void => void recent.run(async () => setAdding(true), { act: accountTexts.addPasskey })
  const isOnlyWay = !hasPassword(account) && account.providerData.length === 0
  return (
    <Card title={accountTexts.passkeys} description={accountTexts.passkeysText} isFlush>
      <QueryContent query={query} failed={accountTexts.passkeysFailed}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <FactList
                facts={passkeys.map((passkey) => ({
                  id: passkey.credentialId,
                  name: passkey.name,
                  value: (
                    <span className="flex flex-wrap items-center justify-between gap-2">
                      <PasskeyTimes passkey={passkey} />
                      <Button
                        size="small"
                        aria-label={accountTexts.removeFactorNamed(passkey.name)}
                        isDisabled={isOnlyWay && passkeys.length === 1}
                        onPress={() => setRemoving(passkey)}
                      >
                        {accountTexts.removeFactor}
                      </Button>
                    </span>
                  ),
                }))}
              />
            )}
            <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4 first:border-t-0">
              <p className="min-w-0 flex-1 basis-64 text-table text-ink-2">
                {hasPasskeys() ? textOf(passkeys, isOnlyWay) : accountTexts.passkeysNotHere}
              </p>
              {hasPasskeys() && (
                <Button icon={<Plus />} isDisabled={passkeys.length >= passkeysMax} onPress={add}>
                  {accountTexts.addPasskey}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryContent>
      {isAdding && (
        <AddPasskeyDialog user={user} recent={recent} onAdded={readAgain} onClose={() => setAdding(false)} />
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={accountTexts.removeFactorTitle(removing.name)}
          confirm={accountTexts.removeFactorNamed(removing.name)}
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            if (!(await recent.run(() => removePasskey(auth, user, removing)))) return false
            toast(accountTexts.factorRemoved(removing.name))
            readAgain()
            return true
          }}
        >
          {accountTexts.removePasskeyText}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </Card>
  )
}

function PasskeyTimes({ passkey: { enrolledAt, lastUsedAt } }: { readonly passkey: OwnPasskey }) {
  return (
    <span className="text-ink-2">
      {enrolledAt !== undefined && (
        <>
          {accountTexts.factorSince} <Moment at={Date.parse(enrolledAt)} />
        </>
      )}
      {lastUsedAt !== undefined && (
        <>
          , {accountTexts.passkeyUsed} <Moment at={Date.parse(lastUsedAt)} />
        </>
      )}
    </span>
  )
}

function textOf(passkeys: readonly OwnPasskey[], isOnlyWay: boolean): string {
  if (passkeys.length === 0) return accountTexts.noPasskeys
  return isOnlyWay && passkeys.length === 1 ? accountTexts.onlyPasskey : accountTexts.passkeysKept
}

const nameCharactersMax = 100

interface AddPasskeyDialogProps {
  readonly user: User
  readonly recent: RecentSignIn
  readonly onAdded: () => void
  readonly onClose: () => void
}

const devices = ['iPhone', 'iPad', 'Android', 'Mac', 'Windows', 'Linux']

/** A name for the passkey, and then the browser's own window. */
function AddPasskeyDialog({ user, recent, onAdded, onClose }: AddPasskeyDialogProps) {
  const { auth } = useConsoleApp()
  const session = useSession()
  const form: Form<{ name: string }> = useForm({
    initial: { name: nameOfDevice() },
    validators: { name: (text) => (text.trim() === '' ? accountTexts.passkeyNameMissing : undefined) },
    submit: async ({ name }) => {
      if (!(await recent.run(() => addPasskey(auth, user, name.trim())))) return
      await session.refresh()
      toast(accountTexts.passkeyAdded(name.trim()))
      onAdded()
      onClose()
    },
  })
  return (
    <FormDialog title={accountTexts.addPasskey} form={form} submit={accountTexts.goOn} onClose={onClose}>
      <p className="text-ink-2">{accountTexts.addPasskeyText}</p>
      <TextField
        {...form.field('name')}
        label={accountTexts.factorName}
        description={accountTexts.passkeyNameHelp}
        autoComplete="off"
        maxLength={nameCharactersMax}
        autoFocus
        isRequired
      />
    </FormDialog>
  )
}

/** Where the passkey is most likely to be kept. */
function nameOfDevice(): string {
  return devices.find((device) => navigator.userAgent.includes(device)) ?? accountTexts.passkeyNameDefault
}
