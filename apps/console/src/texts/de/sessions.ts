import type { sessionTexts } from '../en/sessions.ts'

export const sessions: typeof sessionTexts = {
  device: 'Gerät',
  here: 'dieser Browser',
  unknown: 'Unbekanntes Gerät',
  way: 'Angemeldet über',
  signedIn: 'Angemeldet',
  used: 'Zuletzt benutzt',
  actions: 'Handlungen',
  end: 'Beenden',
  endNamed: (device) => `Die Sitzung von ${device} beenden`,
  ended: 'Sitzung beendet',
}
