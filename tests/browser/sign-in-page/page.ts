import { connectAuth } from '@hearth/client/auth'
import { initializeApp } from 'firebase/app'
import {
  type Auth,
  type AuthProvider,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getAdditionalUserInfo,
  getAuth,
  getRedirectResult,
  GithubAuthProvider,
  GoogleAuthProvider,
  linkWithCredential,
  linkWithPopup,
  linkWithRedirect,
  OAuthProvider,
  reauthenticateWithPopup,
  SAMLAuthProvider,
  signInWithEmailAndPassword,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  type User,
  type UserCredential,
} from 'firebase/auth'

/** What a test does in the page: the SDK as an app uses it. Functions answer who is signed in, or the code of the error. */
const query = new URLSearchParams(globalThis.location.search)
const app = initializeApp({ apiKey: query.get('apiKey') ?? '', projectId: query.get('project') ?? '', authDomain: 'x' })
const origin = query.get('origin') ?? ''
if (query.has('script')) await loadScript(`${origin}/__/auth/frames.js`)
const auth = query.has('stock') ? stockAuth() : connectAuth(app, { origin })

/** Nothing of ours: `getAuth` comes with the SDK's own resolver. */
function stockAuth(): Auth {
  const stock = getAuth(app)
  connectAuthEmulator(stock, origin, { disableWarnings: true })
  return stock
}

async function loadScript(src: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src })
  await new Promise((resolve, reject) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

function providerOf(id: string): AuthProvider {
  if (id === 'google.com') return new GoogleAuthProvider()
  if (id === 'github.com') return new GithubAuthProvider()
  return id.startsWith('saml.') ? new SAMLAuthProvider(id) : new OAuthProvider(id)
}

interface Outcome {
  readonly code?: string
  readonly uid?: string
  readonly email?: string | null
  readonly emailVerified?: boolean
  readonly isNewUser?: boolean | undefined
  readonly profile?: unknown
  readonly providers?: readonly string[]
  /** Of GitHub, as its apps ask for it. */
  readonly gitHubToken?: string | undefined
  readonly username?: string | null | undefined
}

let failed: unknown

function describe(user: User): Outcome {
  const { uid, email, emailVerified, providerData } = user
  return { uid, email, emailVerified, providers: providerData.map(({ providerId }) => providerId).toSorted() }
}

async function outcomeOf(signingIn: Promise<UserCredential | null>): Promise<Outcome> {
  try {
    const credential = await signingIn
    if (credential === null) return {}
    const info = getAdditionalUserInfo(credential)
    const gitHubToken = GithubAuthProvider.credentialFromResult(credential)?.accessToken
    return {
      ...describe(credential.user),
      isNewUser: info?.isNewUser,
      profile: info?.profile,
      username: info?.username,
      ...(info?.providerId === 'github.com' && { gitHubToken }),
    }
  } catch (error) {
    failed = error
    return { code: (error as { code?: string }).code ?? String(error) }
  }
}

function userNow(): User {
  if (auth.currentUser === null) throw new Error('Nobody is signed in.')
  return auth.currentUser
}

/** Sign-ins under way, by the name the test gave them. */
const underWay = new Map<string, Promise<Outcome>>()

const page = {
  begin(name: string, act: 'signIn' | 'reauthenticate' | 'link', providerId: string): void {
    const provider = providerOf(providerId)
    const begun = {
      signIn: () => signInWithPopup(auth, provider),
      reauthenticate: () => reauthenticateWithPopup(userNow(), provider),
      link: () => linkWithPopup(userNow(), provider),
    }
    underWay.set(name, outcomeOf(begun[act]()))
  },
  async end(name: string): Promise<Outcome> {
    return (await underWay.get(name)) ?? { code: 'never begun' }
  },
  redirect(act: 'signIn' | 'link', providerId: string): void {
    const provider = providerOf(providerId)
    void (act === 'signIn' ? signInWithRedirect(auth, provider) : linkWithRedirect(userNow(), provider)).catch(
      (error: unknown) => (failed = error),
    )
  },
  redirectResult: () => outcomeOf(getRedirectResult(auth)),
  async signUp(email: string): Promise<Outcome> {
    return await outcomeOf(createUserWithEmailAndPassword(auth, email, 'correct horse'))
  },
  /** Signs in the first way, then links what the provider gave when it was refused. */
  async linkRefused(email: string, providerId: string): Promise<Outcome> {
    const sources = { 'google.com': GoogleAuthProvider, 'github.com': GithubAuthProvider } as const
    const source = sources[providerId as keyof typeof sources] ?? OAuthProvider
    const credential = source.credentialFromError(failed as Parameters<typeof OAuthProvider.credentialFromError>[0])
    if (credential === null) return { code: 'the error has no credential' }
    await signInWithEmailAndPassword(auth, email, 'correct horse')
    return await outcomeOf(linkWithCredential(userNow(), credential))
  },
  signOut: () => signOut(auth),
  async current(): Promise<Outcome | null> {
    await auth.authStateReady()
    return auth.currentUser === null ? null : describe(auth.currentUser)
  },
}

export type SignInPage = typeof page
Object.assign(globalThis, { page })
