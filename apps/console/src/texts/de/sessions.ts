import type { sessionTexts } from '../en/sessions.ts'
import { germanWays } from '../sign-in-ways.ts'

export const sessions: typeof sessionTexts = {
  device: 'Gerät',
  here: 'dieser Browser',
  unknown: 'Unbekanntes Gerät',
  way: 'Angemeldet über',
  ways: germanWays,
  signedIn: 'Angemeldet',
  used: 'Zuletzt benutzt',
  actions: 'Aktionen',
  end: 'Beenden',
  endNamed: (device) => `Die Sitzung von ${device} beenden`,
  ended: 'Sitzung beendet',
}
