import type { SignInProvider } from '../backend/api/console-settings.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import type { ProviderWindow } from './use-provider-window.ts'
import { cancelSignInWindow } from '@hearth/client/auth'
import { errorTexts } from '../texts/en/errors.ts'
import { Notice } from '../ui/notice.tsx'

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
