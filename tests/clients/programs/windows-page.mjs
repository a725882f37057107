/** Sign-in windows and redirects of the modular API, by the helper. */
import { connectHearth } from '@hearth/client'
import { initializeApp } from 'firebase/app'
import * as accounts from 'firebase/auth'
import { assertSame, runCalls } from './calls.mjs'

globalThis.runCalls = async (origin) => {
  const auth = connect(origin)
  return await runCalls({
    'windows: sign in, access token': async () => {
      const result = await accounts.signInWithPopup(auth, new accounts.GithubAuthProvider())
      assertSame(accounts.getAdditionalUserInfo(result).providerId, 'github.com')
      assertSame(typeof accounts.GithubAuthProvider.credentialFromResult(result).accessToken, 'string')
    },
    'windows: sign in again': async () => {
      const result = await accounts.reauthenticateWithPopup(auth.currentUser, new accounts.GithubAuthProvider())
      assertSame(result.operationType, 'reauthenticate')
    },
    'windows: link, unlink': async () => {
      const { user } = await accounts.linkWithPopup(auth.currentUser, new accounts.GoogleAuthProvider())
      assertSame(
        user.providerData
          .map(({ providerId }) => providerId)
          .sort()
          .join(),
        'github.com,google.com',
      )
      assertSame((await accounts.unlink(user, 'google.com')).providerData.length, 1)
    },
  })
}

globalThis.goAway = (origin) => accounts.signInWithRedirect(connect(origin), new accounts.FacebookAuthProvider())

globalThis.comeBack = async (origin, email) => {
  const auth = connect(origin)
  return await runCalls({
    'windows: redirect, access token': async () => {
      const result = await accounts.getRedirectResult(auth)
      assertSame(result.user.email, email)
      assertSame(typeof accounts.FacebookAuthProvider.credentialFromResult(result).accessToken, 'string')
    },
  })
}

function connect(origin) {
  const config = { apiKey: 'k', projectId: 'demo-app', appId: '1:1:web:1', authDomain: 'x' }
  return connectHearth(initializeApp({ ...config, storageBucket: 'demo-app.appspot.com' }), { origin }).auth
}
