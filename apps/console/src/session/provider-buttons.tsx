import type { SignInProvider } from '../backend/api/console-settings.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { cancelSignInWindow } from '@hearth/client/auth'
import { errorTexts } from '../texts/en/errors.ts'
import { Notice } from '../ui/notice.tsx'
import type { AuthProvider } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo } from '../backend/errors/reaction.ts'
import { authProviderOf } from './sign-in-provider.ts'

export interface ProviderButtonsProps {
  readonly providers: readonly SignInProvider[]
  readonly window: ProviderWindow
  /** The provider that this browser signed in by the last time. */
  readonly lastUsed?: string | undefined
}

/** "Continue with …" for each provider. While its window is open the button says so. */
export function ProviderButtons({ providers, window, lastUsed }: ProviderButtonsProps) {
  const { waiting, open } = window
  return (
    <div className="grid gap-2.5">
      {providers.map((provider) => (
        <Button
          key={provider.providerId}
          size="large"
          isWide
          isPending={waiting === provider}
          isDisabled={waiting !== undefined && waiting !== provider}
          onPress={() => open(provider)}
        >
          {waiting === provider
            ? signInTexts.waitingFor(provider.displayName)
            : signInTexts.continueWith(provider.displayName)}
          {lastUsed === provider.providerId && waiting === undefined && <Badge>{signInTexts.lastUsed}</Badge>}
        </Button>
      ))}
      <ProviderWindowNotice window={window} />
    </div>
  )
}

/** While a provider's window is open: where to go on, and a way to give up that doesn't wait for it. What kept it from opening. */
export function ProviderWindowNotice({ window: { waiting, trouble, open } }: { readonly window: ProviderWindow }) {
  if (waiting !== undefined) {
    return (
      <Notice
        tone="information"
        isAnnounced
        action={
          <Button size="small" onPress={cancelSignInWindow}>
            {signInTexts.cancel}
          </Button>
        }
      >
        {signInTexts.windowOpen(waiting.displayName)}
      </Notice>
    )
  }
  if (trouble === undefined) return null
  const { kind, provider } = trouble
  return (
    <Notice
      tone="attention"
      isAnnounced
      {...(kind === 'blocked' && {
        action: (
          <Button size="small" onPress={() => open(provider)}>
            {signInTexts.openWindow}
          </Button>
        ),
      })}
    >
      {kind === 'blocked' ? errorTexts.popupBlocked : errorTexts.providerUnreachable(provider.displayName)}
    </Notice>
  )
}

interface ProviderWindow {
  /** Whose window is open. */
  readonly waiting: SignInProvider | undefined
  readonly trouble: { readonly kind: 'blocked' | 'unreachable'; readonly provider: SignInProvider } | undefined
  /** To be called straight from a press, or the browser blocks the window. */
  readonly open: (provider: SignInProvider) => void
}

/**
 * The window of a provider.
 *
 * @param act opens it and does what is to be done with its answer
 * @param onFailure told of what isn't about the window itself
 */
export function useProviderWindow(
  act: (provider: AuthProvider) => Promise<void>,
  onFailure: (thrown: unknown, provider: SignInProvider) => void,
): ProviderWindow {
  const [waiting, setWaiting] = useState<SignInProvider>()
  const [trouble, setTrouble] = useState<ProviderWindow['trouble']>()
  const run = async (provider: SignInProvider) => {
    setTrouble(undefined)
    setWaiting(provider)
    try {
      await act(authProviderOf(provider.providerId))
    } catch (thrown) {
      const { kind } = reactionTo(thrown)
      if (kind === 'allow-popups') setTrouble({ kind: 'blocked', provider })
      else if (kind === 'unreachable') setTrouble({ kind, provider })
      else onFailure(thrown, provider)
    }
    setWaiting(undefined)
  }
  return { waiting, trouble, open: (provider) => void run(provider) }
}
