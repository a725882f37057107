import type { AuthProvider } from 'firebase/auth'
import { useState } from 'react'
import type { SignInProvider } from '../backend/api/console-settings.ts'
import { reactionTo } from '../backend/errors/reaction.ts'
import { authProviderOf } from './sign-in-provider.ts'

export interface ProviderWindow {
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
