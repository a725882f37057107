import type { SignInProvider } from '../backend/api/console-settings.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ProviderWindowNotice } from './provider-window-notice.tsx'
import type { ProviderWindow } from './use-provider-window.ts'

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
