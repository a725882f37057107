import { linkWithPopup, unlink } from 'firebase/auth'
import { useState } from 'react'
import type { SignInProvider } from '../../../backend/api/console-settings.ts'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { ProviderWindowNotice, useProviderWindow } from '../../../session/provider-buttons.tsx'
import { useRecentSignIn } from '../../../session/recent-sign-in.tsx'
import { useSession } from '../../../session/session-context.tsx'
import type { SignedIn } from '../../../session/session-state.ts'
import { accountTexts } from '../../../texts/en/account.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { FactList } from '../../../ui/fact-list.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { toast } from '../../../ui/toast.ts'

const ownProviders = new Set(['password', 'phone'])

/** The providers that the console knows and those that are linked: link, unlink; never the only way in. */
export function LinkedProviders({ signedIn: { user, account } }: { readonly signedIn: SignedIn }) {
  const { settings } = useConsoleApp()
  const session = useSession()
  const recent = useRecentSignIn()
  const [failing, setFailing] = useState<Reaction>()
  const [unlinking, setUnlinking] = useState<SignInProvider>()
  const window = useProviderWindow(
    async (provider) => {
      setFailing(undefined)
      const isDone = await recent.run(async () => void (await linkWithPopup(user, provider)))
      if (!isDone) return
      await session.refresh()
      toast(accountTexts.linked(nameOf(provider.providerId)))
    },
    (thrown) => setFailing(reactionTo(thrown)),
  )
  const linked = account.providerData.filter(({ providerId }) => !ownProviders.has(providerId))
  const { providers } = settings.signIn
  const nameOf = (id: string) => providers.find(({ providerId }) => providerId === id)?.displayName ?? id
  const forgotten = linked
    .filter(({ providerId }) => !providers.some((one) => one.providerId === providerId))
    .map(({ providerId }) => ({ providerId, displayName: providerId }))
  const isOnlyWay = account.providerData.length === 1
  const shown = [...providers, ...forgotten]
  if (shown.length === 0) {
    return settings.mode === 'dev' ? (
      <p className="border-t border-line p-4 text-table text-ink-2">{accountTexts.noTestProvider}</p>
    ) : null
  }
  return (
    <div className="border-t border-line">
      <FactList
        facts={shown.map((provider) => {
          const link = linked.find(({ providerId }) => providerId === provider.providerId)
          return {
            id: provider.providerId,
            name: provider.displayName,
            value: (
              <span className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0 break-all text-ink-2">
                  {link === undefined
                    ? accountTexts.providerNotLinked
                    : accountTexts.providerLinked(link.email ?? link.uid)}
                </span>
                {link === undefined ? (
                  <Button
                    size="small"
                    aria-label={accountTexts.linkNamed(provider.displayName)}
                    isPending={window.waiting === provider}
                    onPress={() => window.open(provider)}
                  >
                    {accountTexts.link}
                  </Button>
                ) : isOnlyWay ? (
                  <span className="text-ink-2">{accountTexts.onlyWay}</span>
                ) : (
                  <Button
                    size="small"
                    aria-label={accountTexts.unlinkNamed(provider.displayName)}
                    onPress={() => setUnlinking(provider)}
                  >
                    {accountTexts.unlink}
                  </Button>
                )}
              </span>
            ),
          }
        })}
      />
      {(window.waiting !== undefined || window.trouble !== undefined || failing !== undefined) && (
        <div className="grid gap-2 p-4 pt-2">
          <ProviderWindowNotice window={window} />
          <FailureNotice failing={failing} />
        </div>
      )}
      {unlinking !== undefined && (
        <ConfirmDialog
          title={accountTexts.unlinkTitle(unlinking.displayName)}
          confirm={accountTexts.unlinkNamed(unlinking.displayName)}
          onClose={() => setUnlinking(undefined)}
          onConfirm={async () => {
            const isDone = await recent.run(async () => void (await unlink(user, unlinking.providerId)))
            if (!isDone) return false
            await session.refresh()
            toast(accountTexts.unlinked(unlinking.displayName))
            return true
          }}
        >
          {accountTexts.unlinkText(unlinking.displayName)}
        </ConfirmDialog>
      )}
      {recent.dialog}
    </div>
  )
}
