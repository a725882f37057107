import { getAdditionalUserInfo, GoogleAuthProvider, signInWithCredential } from 'firebase/auth'
import { describe, expect, it } from 'vitest'
import { AuthWorld } from './auth-world.ts'

const email = 'ada@example.com'

describe('answers as the vendor writes them', () => {
  it("name Google's user by a URL, and the users of other providers by their id", async () => {
    await using world = await AuthWorld.start({ mode: 'dev' })
    const { server } = world
    const signIn = (providerId: string, claims: object): ReturnType<typeof server.call> => {
      const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString()
      return server.call('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost', returnSecureToken: true })
    }
    const google = await signIn('google.com', { sub: '1234', email, email_verified: true })
    expect(google.body).toMatchObject({ rawId: '1234', federatedId: 'https://accounts.google.com/1234' })
    const github = await signIn('github.com', { sub: '1234', email: 'b@example.com', email_verified: true })
    expect(github.body).toMatchObject({ rawId: '1234', federatedId: '1234' })

    const { body } = await server.call('accounts:lookup', { idToken: google.body['idToken'] })
    expect(body['users']).toMatchObject([
      { providerUserInfo: [{ rawId: '1234', federatedId: 'https://accounts.google.com/1234' }] },
    ])
    const again = await signInWithCredential(world.device(), GoogleAuthProvider.credential('{"sub":"1234"}'))
    expect(again.user).toMatchObject({ uid: google.body['localId'], providerData: [{ uid: '1234' }] })
    expect(getAdditionalUserInfo(again)?.isNewUser).toBe(false)
  })
})
