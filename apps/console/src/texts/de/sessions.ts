import type { sessionTexts } from '../en/sessions.ts'

const ways: Readonly<Record<string, string>> = {
  password: 'Passwort',
  anonymous: 'anonym',
  phone: 'Telefon',
  passkey: 'Passkey',
  custom: 'eigenes Token',
  'google.com': 'Google',
  'apple.com': 'Apple',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'microsoft.com': 'Microsoft',
  'twitter.com': 'X',
  'yahoo.com': 'Yahoo',
}

export const sessions: typeof sessionTexts = {
  device: 'Gerät',
  here: 'dieser Browser',
  unknown: 'Unbekanntes Gerät',
  way: 'Angemeldet über',
  ways,
  signedIn: 'Angemeldet',
  used: 'Zuletzt benutzt',
  actions: 'Aktionen',
  end: 'Beenden',
  endNamed: (device) => `Die Sitzung von ${device} beenden`,
  ended: 'Sitzung beendet',
}
