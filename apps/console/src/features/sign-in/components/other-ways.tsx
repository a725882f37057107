import { sendSignInLinkToEmail, signInWithPopup } from 'firebase/auth'
import { useState } from 'react'
import { reactionTo, type Reaction } from '../../../backend/errors/reaction.ts'
import { useConsoleApp } from '../../../session/console-app-context.tsx'
import { getLastSignIn, setAskedEmail } from '../../../browser/preferences.ts'
import { PasskeyButton } from '../../../session/passkey-button.tsx'
import { hasPasskeys } from '../../../session/has-passkeys.ts'
import { ProviderButtons, useProviderWindow } from '../../../session/provider-buttons.tsx'
import type { Entering } from '../../../session/use-entering.ts'
import { signInTexts } from '../../../texts/en/sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { validateEmail } from '../../../ui/validators.ts'

/** Few sign in by one: the page is there before its code. */
const loadPasskeys = () => import('../../../session/passkeys.ts')

export interface OtherWaysProps {
  readonly entering: Entering
  /** What is typed in the form above, which a link goes to. */
  readonly email: string
  /** Where to go after sign-in. */
  readonly to: string | undefined
  /** A new account comes by a provider, not by a link or a passkey. */
  readonly hasLink?: boolean
}

/** Providers in a window, a passkey, and a link by mail. Nothing where the server has none of them. */
export function OtherWays({ entering, email, to, hasLink = true }: OtherWaysProps) {
  const { auth, settings } = useConsoleApp()
  const [failing, setFailing] = useState<Reaction>()
  const window = useProviderWindow(
    async (provider) => {
      setFailing(undefined)
      await entering.enter('provider', () => signInWithPopup(auth, provider))
    },
    (thrown, provider) => {
      if (!entering.keep(thrown, provider)) setFailing(reactionTo(thrown))
    },
  )
  const { providers, emailLink } = settings.signIn
  const sendsLinks = hasLink && emailLink && settings.mailEnabled
  const takesPasskeys = hasLink && hasPasskeys()
  if (providers.length === 0 && !sendsLinks && !takesPasskeys) return null
  return (
    <div className="mt-4 grid gap-3">
      {settings.signIn.password && (
        <p className="flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {signInTexts.or}
        </p>
      )}
      {providers.length > 0 && <ProviderButtons providers={providers} window={window} lastUsed={getLastSignIn()} />}
      <FailureNotice failing={failing} />
      {takesPasskeys && (
        <PasskeyButton
          label={signInTexts.withPasskey}
          isLastUsed={getLastSignIn() === 'passkey'}
          onPress={() => entering.enter('passkey', async () => (await loadPasskeys()).signInWithPasskey(auth))}
        />
      )}
      {sendsLinks && <LinkByMail email={email} to={to} />}
    </div>
  )
}

function LinkByMail({ email, to }: Pick<OtherWaysProps, 'email' | 'to'>) {
  const { auth } = useConsoleApp()
  const [isSending, setSending] = useState(false)
  const [sentTo, setSentTo] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [failing, setFailing] = useState<Reaction>()
  const send = async () => {
    setFailing(undefined)
    const found = validateEmail(email)
    setProblem(found)
    if (found !== undefined) return
    setSending(true)
    try {
      const url = new URL(to ?? '/', location.origin).href
      await sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })
      setAskedEmail(email)
      setSentTo(email)
    } catch (thrown) {
      setFailing(reactionTo(thrown))
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <Button size="large" isWide isPending={isSending} onPress={() => void send()}>
        {signInTexts.sendLink}
      </Button>
      {problem !== undefined && (
        <Notice tone="attention" isAnnounced>
          {problem}
        </Notice>
      )}
      {sentTo !== undefined && (
        <Notice tone="good" isAnnounced>
          {signInTexts.linkSent(sentTo)}
        </Notice>
      )}
      <FailureNotice failing={failing} />
    </>
  )
}
