import { isAnonymous } from '../identity/accounts/account.ts'
import type { BlockingSubject } from '../identity/sign-in/blocking-hooks.ts'

/** What the webhook is told, in the words of the vendor's blocking functions; nothing of it is a secret or a hash. */
export function blockingContent({ account, method, origin }: BlockingSubject): Readonly<Record<string, unknown>> {
  const { signInProvider, secondFactor, claims } = method
  return {
    signInMethod: signInProvider,
    secondFactor: secondFactor?.kind,
    /** Of a custom token. */
    tokenClaims: claims,
    ipAddress: origin.address,
    userAgent: origin.userAgent,
    locale: origin.locale,
    user: {
      uid: account.uid,
      email: account.email,
      emailVerified: account.emailVerified,
      displayName: account.displayName,
      photoURL: account.photoUrl,
      phoneNumber: account.phoneNumber,
      disabled: account.disabled,
      isAnonymous: isAnonymous(account),
      customClaims: account.customClaims,
      providerData: account.providers.map(({ providerId, rawId, email, displayName, photoUrl }) => ({
        providerId,
        uid: rawId,
        email,
        displayName,
        photoURL: photoUrl,
      })),
      metadata: {
        creationTime: timeOf(account.createdAt),
        lastSignInTime: timeOf(account.lastSignInAt),
      },
    },
  }
}

function timeOf(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString()
}
