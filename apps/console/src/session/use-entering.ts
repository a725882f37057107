import {
  getAdditionalUserInfo,
  getMultiFactorResolver,
  linkWithCredential,
  type MultiFactorError,
  type MultiFactorResolver,
  type UserCredential,
} from 'firebase/auth'
import { useState } from 'react'
import { reactionTo } from '../backend/errors/reaction.ts'
import { track } from '../backend/telemetry.ts'
import { signInTexts } from '../texts/en/sign-in.ts'
import { useConsoleApp } from './console-app-context.tsx'
import { setLastSignIn } from '../browser/preferences.ts'
import { pendingLinkOf, type PendingLink } from './sign-in-provider.ts'
import type { SignInProvider } from '../backend/api/console-settings.ts'

/** How somebody comes in, as it is counted. */
type Way = 'password' | 'provider' | 'email_link' | 'passkey'

/** What a provider gave for an address whose account signs in another way. */
export interface LinkLater extends PendingLink {
  readonly provider: SignInProvider
}

export interface Entering {
  /** Signs in. Comes to a second factor by itself; throws everything else. */
  readonly enter: (way: Way, signIn: () => Promise<UserCredential>) => Promise<void>
  /** Does what is left to do after a second factor. */
  readonly finish: (credential: UserCredential) => Promise<void>
  /** Set while a second factor is asked for. */
  readonly resolver: MultiFactorResolver | undefined
  readonly startOver: () => void
  /** Set while somebody has to sign in the first way before a provider is linked. */
  readonly linkLater: LinkLater | undefined
  /** Keeps what a provider gave, when that is what the error is about. */
  readonly keep: (thrown: unknown, provider: SignInProvider) => boolean
}

/**
 * Coming in to the console, by whatever way: a second factor after the first, and linking a provider whose address had an account.
 *
 * @param onEntered when the screen doesn't go away by itself with the sign-in
 */
export function useEntering(onEntered: () => void = () => {}): Entering {
  const { auth } = useConsoleApp()
  const [way, setWay] = useState<Way>('password')
  const [resolver, setResolver] = useState<MultiFactorResolver>()
  const [linkLater, setLinkLater] = useState<LinkLater>()

  const done = async (credential: UserCredential, by: Way) => {
    const isNew = getAdditionalUserInfo(credential)?.isNewUser === true
    track(isNew ? { name: 'sign_up' } : { name: 'login', method: by })
    setLastSignIn(by === 'provider' ? (credential.providerId ?? by) : by)
    if (linkLater !== undefined && credential.user.email === linkLater.email) {
      const { displayName } = linkLater.provider
      const said = await linkWithCredential(credential.user, linkLater.credential).then(
        () => signInTexts.linked(displayName),
        () => signInTexts.notLinked(displayName),
      )
      // The frame shows it, which comes after this screen and brings the code.
      const { toast } = await import('../ui/toast.ts')
      toast(said)
    }
    onEntered()
  }
  return {
    resolver,
    linkLater,
    startOver: () => setResolver(undefined),
    finish: async (credential) => await done(credential, way),
    keep: (thrown, provider) => {
      const pending = pendingLinkOf(thrown)
      if (pending !== undefined) setLinkLater({ ...pending, provider })
      return pending !== undefined
    },
    enter: async (by, signIn) => {
      setWay(by)
      try {
        await done(await signIn(), by)
      } catch (thrown) {
        if (reactionTo(thrown).kind !== 'second-factor') throw thrown
        setResolver(getMultiFactorResolver(auth, thrown as MultiFactorError))
      }
    },
  }
}
