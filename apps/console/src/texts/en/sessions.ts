import { inLanguage } from '../in-language.ts'

/** Ways to sign in, by the id of the provider; others are shown as they are. */
const ways: Readonly<Record<string, string>> = {
  password: 'password',
  anonymous: 'anonymous',
  phone: 'phone',
  passkey: 'passkey',
  custom: 'custom token',
  'google.com': 'Google',
  'apple.com': 'Apple',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'microsoft.com': 'Microsoft',
  'twitter.com': 'X',
  'yahoo.com': 'Yahoo',
}

/** Texts of lists of sessions. */
export const sessionTexts = inLanguage('sessions', {
  device: 'Device',
  here: 'this browser',
  unknown: 'Unknown device',
  way: 'Signed in by',
  ways,
  signedIn: 'Signed in',
  used: 'Last used',
  actions: 'Actions',
  end: 'End',
  endNamed: (device: string) => `End the session of ${device}`,
  ended: 'Session ended',
})
