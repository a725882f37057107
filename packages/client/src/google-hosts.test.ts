import { describe, expect, it } from 'vitest'
import { redirected } from './google-hosts.ts'

const destinations = {
  byProject: new Map([['shop-app', 'https://hearth.example']]),
  byApp: new Map([['1:123456789012:web:abc', 'https://hearth.example']]),
  byBucket: new Map([['shop-app.appspot.com', 'https://hearth.example']]),
}

describe('requests that are redirected', () => {
  it.each([
    [
      'https://firebaseinstallations.googleapis.com/v1/projects/shop-app/installations',
      'https://hearth.example/v1/projects/shop-app/installations',
    ],
    [
      'https://firebaseinstallations.googleapis.com/v1/projects/shop-app/installations/cAbc/authTokens:generate',
      'https://hearth.example/v1/projects/shop-app/installations/cAbc/authTokens:generate',
    ],
    [
      'https://firebase.googleapis.com/v1alpha/projects/-/apps/1:123456789012:web:abc/webConfig',
      'https://hearth.example/v1alpha/projects/-/apps/1:123456789012:web:abc/webConfig',
    ],
    [
      'https://firebase.googleapis.com/v1alpha/projects/-/apps/1%3A123456789012%3Aweb%3Aabc/webConfig',
      'https://hearth.example/v1alpha/projects/-/apps/1%3A123456789012%3Aweb%3Aabc/webConfig',
    ],
    [
      'https://firebasestorage.googleapis.com/v0/b/shop-app.appspot.com/o/notes%2Fa.txt?alt=media&token=t',
      'https://hearth.example/v0/b/shop-app.appspot.com/o/notes%2Fa.txt?alt=media&token=t',
    ],
  ])('%s', (url, target) => {
    expect(redirected(url, destinations)).toBe(target)
  })
})

describe('requests that pass', () => {
  it.each([
    [
      'of a project that is not connected',
      'https://firebaseinstallations.googleapis.com/v1/projects/else-app/installations',
    ],
    ['of an app that is not connected', 'https://firebase.googleapis.com/v1alpha/projects/-/apps/1:9:web:x/webConfig'],
    [
      'to a host that only begins so',
      'https://firebaseinstallations.googleapis.com.evil.example/v1/projects/shop-app/installations',
    ],
    ['over http', 'http://firebaseinstallations.googleapis.com/v1/projects/shop-app/installations'],
    ['to another path of the host', 'https://firebase.googleapis.com/v1beta1/projects/shop-app'],
    ['to a bucket that is not connected', 'https://firebasestorage.googleapis.com/v0/b/else.appspot.com/o/a.txt'],
    [
      'to a host that only ends so',
      'https://evil.example/?https://firebasestorage.googleapis.com/v0/b/shop-app.appspot.com/o/a.txt',
    ],
    ['relative to the page', '/v1/projects/shop-app/installations'],
  ])('%s', (_title, url) => {
    expect(redirected(url, destinations)).toBeUndefined()
  })
})

describe('requests that fail, because only a newer SDK could make them', () => {
  it.each([
    'https://firebaseinstallations.googleapis.com/v2/projects/shop-app/installations',
    'https://firebaseinstallations.googleapis.com/v1/projects/shop-app/installationsX',
    'https://firebase.googleapis.com/v1/projects/-/apps/1:123456789012:web:abc/webConfig',
    'https://firebase.googleapis.com/v1alpha/apps/1:123456789012:web:abc/config',
  ])('%s', (url) => {
    expect(() => redirected(url, destinations)).toThrow('firebase 9 to 13')
  })
})
