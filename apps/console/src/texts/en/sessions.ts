import { inLanguage } from '../speak.ts'

/** Texts of lists of sessions. */
export const sessionTexts = inLanguage('sessions', {
  device: 'Device',
  here: 'this browser',
  unknown: 'Unknown device',
  way: 'Signed in by',
  signedIn: 'Signed in',
  used: 'Last used',
  actions: 'Actions',
  end: 'End',
  endNamed: (device: string) => `End the session of ${device}`,
  ended: 'Session ended',
})
