import type { AppIdentity } from '../../backend/api/console-settings.ts'
import { webSnippet } from '../../shared/snippets.ts'
import type { ProjectApp } from './queries/apps.ts'

/** What an app is given to find this server: a file to keep, or code to paste. */
export interface AppConfig {
  readonly id: string
  /** The name of a file or of a tool; the same in every language. */
  readonly name: string
  readonly code: string
  /** Under which it is saved. */
  readonly fileName?: string
}

/** By what the app's platform reads: its own first, then Flutter, which runs on each. */
export function configsOf({ platform, bundleId, config }: ProjectApp, origin: string): readonly AppConfig[] {
  const flutter = { id: 'flutter', name: 'Flutter', code: flutterOptions(config) }
  switch (platform) {
    case 'web':
      return [{ id: 'web', name: 'JavaScript', code: webSnippet(config, origin) }, flutter]
    case 'android':
      return [
        file('google-services.json', googleServices(config, bundleId ?? '')),
        { id: 'kotlin', name: 'Kotlin', code: kotlinOptions(config) },
        flutter,
      ]
    case 'ios':
      return [
        file('GoogleService-Info.plist', googleServiceInfo(config, bundleId ?? '')),
        { id: 'swift', name: 'Swift', code: swiftOptions(config) },
        flutter,
      ]
  }
}

function file(name: string, code: string): AppConfig {
  return { id: 'file', name, code, fileName: name }
}

/** The middle of every app id of a project; the SDKs call it the sender. */
function projectNumberOf({ appId }: AppIdentity): string {
  return appId.split(':')[1] ?? ''
}

function googleServices(identity: AppIdentity, packageName: string): string {
  const client = {
    client_info: {
      mobilesdk_app_id: identity.appId,
      android_client_info: { package_name: packageName },
    },
    oauth_client: [],
    api_key: [{ current_key: identity.apiKey }],
    services: { appinvite_service: { other_platform_oauth_client: [] } },
  }
  const content = {
    project_info: {
      project_number: projectNumberOf(identity),
      project_id: identity.projectId,
      storage_bucket: identity.storageBucket,
    },
    client: [client],
    configuration_version: '1',
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}

function googleServiceInfo(identity: AppIdentity, bundleId: string): string {
  const texts = {
    API_KEY: identity.apiKey,
    BUNDLE_ID: bundleId,
    GCM_SENDER_ID: projectNumberOf(identity),
    GOOGLE_APP_ID: identity.appId,
    PLIST_VERSION: '1',
    PROJECT_ID: identity.projectId,
    STORAGE_BUCKET: identity.storageBucket,
  }
  const entries = Object.entries(texts).map(
    ([key, text]) => `  <key>${key}</key>\n  <string>${escapeXml(text)}</string>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
${entries.join('\n')}
  <key>IS_ANALYTICS_ENABLED</key>
  <false/>
</dict>
</plist>
`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function kotlinOptions(identity: AppIdentity): string {
  return `FirebaseApp.initializeApp(
    context,
    FirebaseOptions.Builder()
        .setProjectId("${identity.projectId}")
        .setApiKey("${identity.apiKey}")
        .setApplicationId("${identity.appId}")
        .setStorageBucket("${identity.storageBucket}")
        .build(),
)
`
}

function swiftOptions(identity: AppIdentity): string {
  return `let options = FirebaseOptions(googleAppID: "${identity.appId}", gcmSenderID: "${projectNumberOf(identity)}")
options.projectID = "${identity.projectId}"
options.apiKey = "${identity.apiKey}"
options.storageBucket = "${identity.storageBucket}"
FirebaseApp.configure(options: options)
`
}

function flutterOptions(identity: AppIdentity): string {
  return `await Firebase.initializeApp(
  options: const FirebaseOptions(
    projectId: '${identity.projectId}',
    apiKey: '${identity.apiKey}',
    appId: '${identity.appId}',
    messagingSenderId: '${projectNumberOf(identity)}',
    storageBucket: '${identity.storageBucket}',
  ),
);
`
}
