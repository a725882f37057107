import type { AppIdentity } from '../../backend/api/console-settings.ts'

/** The app id belongs to a web app: one of the platform is made under Settings, and stands in its place. */
function appIdOf({ appId }: AppIdentity, platform: 'android' | 'ios'): string {
  return appId.replace(':web:', `:${platform}:`)
}

/** How a Flutter app connects, by FlutterFire's public settings; documents over TLS where the server has it. */
export function flutterSnippet(identity: AppIdentity, origin: string): string {
  const { hostname, port } = addressOf(origin)
  return `await Firebase.initializeApp(
  options: const FirebaseOptions(
    projectId: '${identity.projectId}',
    apiKey: '${identity.apiKey}',
    appId: '${appIdOf(identity, 'android')}',
    messagingSenderId: '0',
    storageBucket: '${identity.storageBucket}',
  ),
);
await FirebaseAuth.instance.useAuthEmulator('${hostname}', ${port}, automaticHostMapping: false);
FirebaseFirestore.instance.useFirestoreEmulator('${hostname}', ${port}, automaticHostMapping: false);
await FirebaseStorage.instance.useStorageEmulator('${hostname}', ${port}, automaticHostMapping: false);
`
}

/** How an app for Apple's platforms connects, in Swift. */
export function iosSnippet(identity: AppIdentity, origin: string): string {
  const { hostname, port } = addressOf(origin)
  return `let options = FirebaseOptions(googleAppID: "${appIdOf(identity, 'ios')}", gcmSenderID: "0")
options.projectID = "${identity.projectId}"
options.apiKey = "${identity.apiKey}"
options.storageBucket = "${identity.storageBucket}"
FirebaseApp.configure(options: options)

Auth.auth().useEmulator(withHost: "${hostname}", port: ${port})
Storage.storage().useEmulator(withHost: "${hostname}", port: ${port})

let settings = Firestore.firestore().settings
settings.host = "${hostname}:${port}"
settings.isSSLEnabled = ${origin.startsWith('https:')}
Firestore.firestore().settings = settings
`
}

/** How an Android app connects, in Kotlin. */
export function androidSnippet(identity: AppIdentity, origin: string): string {
  const { hostname, port } = addressOf(origin)
  return `FirebaseApp.initializeApp(
    context,
    FirebaseOptions.Builder()
        .setProjectId("${identity.projectId}")
        .setApiKey("${identity.apiKey}")
        .setApplicationId("${appIdOf(identity, 'android')}")
        .setStorageBucket("${identity.storageBucket}")
        .build(),
)
Firebase.auth.useEmulator("${hostname}", ${port})
Firebase.storage.useEmulator("${hostname}", ${port})
Firebase.firestore.firestoreSettings = firestoreSettings {
    host = "${hostname}:${port}"
    isSslEnabled = ${origin.startsWith('https:')}
}
`
}

function addressOf(origin: string): { readonly hostname: string; readonly port: string } {
  const { hostname, port, protocol } = new URL(origin)
  return { hostname, port: port === '' ? (protocol === 'https:' ? '443' : '80') : port }
}
