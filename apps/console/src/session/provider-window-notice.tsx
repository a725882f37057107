import { cancelSignInWindow } from '@hearth/client/auth'
import { errorTexts } from '../texts/en/errors.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { ProviderWindow } from './use-provider-window.ts'

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
