import { inLanguage } from '../in-language.ts'
import { englishWays } from '../sign-in-ways.ts'

/** Texts of lists of sessions. */
export const sessionTexts = inLanguage('sessions', {
  device: 'Device',
  here: 'this browser',
  unknown: 'Unknown device',
  way: 'Signed in by',
  ways: englishWays,
  signedIn: 'Signed in',
  used: 'Last used',
  actions: 'Actions',
  end: 'End',
  endNamed: (device: string) => `End the session of ${device}`,
  ended: 'Session ended',
})
