import type { AppConfiguration } from '../../projects/app-configuration.ts'

/**
 * Sets the SDK of script tags up (`firebase/compat`, 8 and later), as the vendor's hosting does (`templates/hosting/init.js` of firebase-tools),
 * and leads its services to this server. Over https the SDK's settings for emulators do for accounts alone: documents and files have their own.
 */
export function initScript(config: AppConfiguration, origin: string): string {
  const { protocol, host, hostname, port } = new URL(origin)
  const lead = protocol === 'https:' ? leadByHost(host) : leadByEmulators(hostname, Number(port || 80))
  return `if (typeof firebase === 'undefined') throw new Error('hosting/init-error: Firebase SDK not detected. You must include it before /__/firebase/init.js');
var firebaseConfig = ${JSON.stringify(config, null, 2)};
firebase.initializeApp(firebaseConfig);
if (typeof firebase.auth === 'function') firebase.auth().useEmulator(${JSON.stringify(origin)}, { disableWarnings: true });
${lead}`
}

function leadByEmulators(hostname: string, port: number): string {
  const place = `${JSON.stringify(hostname)}, ${port}`
  return `if (typeof firebase.firestore === 'function') firebase.firestore().useEmulator(${place});
if (typeof firebase.storage === 'function') firebase.storage().useEmulator(${place});
`
}

function leadByHost(host: string): string {
  const place = JSON.stringify(host)
  return `if (typeof firebase.firestore === 'function') firebase.firestore().settings({ host: ${place}, ssl: true, merge: true });
if (typeof firebase.storage === 'function') (firebase.storage()._delegate || firebase.storage()).host = ${place};
`
}
