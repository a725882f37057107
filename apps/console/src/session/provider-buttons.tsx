import { cancelSignInWindow } from '@hearth/client/auth'
import type { AuthProvider } from 'firebase/auth'
import { useState } from 'react'
import type { SignInProvider } from '../api/console-settings.ts'
import { reactionTo } from '../errors/reaction.ts'
import { errorTexts } from '../texts/en/errors.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { authProviderOf } from './sign-in-provider.ts'

export interface ProviderButtonsProps {
  readonly providers: readonly SignInProvider[]
  /** Opens the provider's window and does what is to be done with its answer. */
  readonly act: (provider: AuthProvider) => Promise<void>
  /** Told of what isn't about the window itself. */
  readonly onFailure: (thrown: unknown, provider: SignInProvider) => void
  /** The provider that this browser signed in by the last time. */
  readonly lastUsed?: string | undefined
  readonly isDisabled?: boolean
}

type Trouble = { readonly kind: 'blocked' | 'unreachable'; readonly provider: SignInProvider }

/**
 * "Continue with …" for each provider. While its window is open the button says so, with a way to give up that doesn't wait for the
 * window; a window that was blocked is opened from a fresh click.
 */
export function ProviderButtons({ providers, act, onFailure, lastUsed, isDisabled = false }: ProviderButtonsProps) {
  const [waiting, setWaiting] = useState<SignInProvider>()
  const [trouble, setTrouble] = useState<Trouble>()

  const open = async (provider: SignInProvider) => {
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

  return (
    <div className="grid gap-2.5">
      {providers.map((provider) => (
        <Button
          key={provider.providerId}
          size="large"
          isWide
          isPending={waiting === provider}
          isDisabled={isDisabled || (waiting !== undefined && waiting !== provider)}
          onPress={() => void open(provider)}
        >
          {waiting === provider
            ? signInTexts.waitingFor(provider.displayName)
            : signInTexts.continueWith(provider.displayName)}
          {lastUsed === provider.providerId && waiting === undefined && <Badge>{signInTexts.lastUsed}</Badge>}
        </Button>
      ))}
      {waiting !== undefined && (
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
      )}
      {trouble !== undefined && (
        <Notice
          tone="attention"
          isAnnounced
          {...(trouble.kind === 'blocked' && {
            action: (
              <Button size="small" onPress={() => void open(trouble.provider)}>
                {signInTexts.openWindow}
              </Button>
            ),
          })}
        >
          {trouble.kind === 'blocked'
            ? errorTexts.popupBlocked
            : errorTexts.providerUnreachable(trouble.provider.displayName)}
        </Notice>
      )}
    </div>
  )
}
