import { TOKEN_PATH } from '../../identity/tokens/service-keys.ts'

/** What the settings of tools are made from. */
export interface ToolAccess {
  readonly origin: string
  readonly project: string
  /** Absolute, as the next one. */
  readonly keyFile: string
  readonly certificateFile: string | undefined
  /** Signed by the key for the token endpoint. */
  readonly assertion: string
}

/** Settings of one tool, by the names of their variables. */
interface ToolSettings {
  readonly tool: string
  readonly variables: Readonly<Record<string, string>>
}

/** Origins that the command line has a variable for (`src/api.ts` of firebase-tools 15.34), where Hearth stands for what is there. */
const servedOrigins = [
  'FIREBASE_API_URL',
  'FIREBASE_AUTH_MANAGEMENT_URL',
  'FIREBASE_FIREBASESTORAGE_URL',
  'FIREBASE_IDENTITY_URL',
  'FIREBASE_RULES_URL',
  'FIREBASE_SERVICE_USAGE_URL',
  'FIREBASE_STORAGE_URL',
  'FIREBASE_TOKEN_URL',
  'FIRESTORE_URL',
]

/** The others that it may ask about a project: they are told that Hearth has no such service, and the vendor is sent no token of this server. */
const otherOrigins = [
  'AI_LOGIC_PROXY_URL',
  'ARTIFACT_REGISTRY_DOMAIN',
  'CLOUD_APIKEYS_URL',
  'CLOUD_MONITORING_URL',
  'CLOUD_RUN_API_URL',
  'CLOUD_RUN_URL',
  'CLOUD_SECRET_MANAGER_URL',
  'CLOUD_SQL_URL',
  'CLOUD_TESTING_URL',
  'CLOUD_TRACE_URL',
  'COMPUTE_URL',
  'DEVELOPERCONNECT_URL',
  'EVENTARC_URL',
  'FIREBASE_APPCHECK_URL',
  'FIREBASE_APPHOSTING_URL',
  'FIREBASE_APP_DISTRIBUTION_URL',
  'FIREBASE_APP_TESTING_URL',
  'FIREBASE_CLOUDBILLING_URL',
  'FIREBASE_CLOUDBUILD_URL',
  'FIREBASE_CLOUDLOGGING_URL',
  'FIREBASE_CLOUDSCHEDULER_URL',
  'FIREBASE_CLOUD_TAKS_URL',
  'FIREBASE_CRASHLYTICS_URL',
  'FIREBASE_DATACONNECT_URL',
  'FIREBASE_EXT_PUBLISHER_URL',
  'FIREBASE_EXT_URL',
  'FIREBASE_FIREDATA_URL',
  'FIREBASE_FUNCTIONS_URL',
  'FIREBASE_FUNCTIONS_V2_URL',
  'FIREBASE_HOSTING_API_URL',
  'FIREBASE_IAM_URL',
  'FIREBASE_MESSAGING_CONFIG_URL',
  'FIREBASE_PUBSUB_URL',
  'FIREBASE_REMOTE_CONFIG_URL',
  'FIREBASE_RTDB_MANAGEMENT_URL',
  'FIREBASE_RTDB_METADATA_URL',
  'FIREBASE_RUNTIMECONFIG_URL',
  'FIREBASE_TELEMETRY_ADMIN_URL',
  'VERTEX_AI_URL',
]

/** As the others, of gcloud: those whose commands one has beside Hearth's (`gcloud topic configurations`). */
const otherApis = [
  'CLOUDFUNCTIONS',
  'CLOUDSCHEDULER',
  'CLOUDTASKS',
  'EVENTARC',
  'LOGGING',
  'PUBSUB',
  'RUN',
  'SECRETMANAGER',
]

/**
 * The variables by which the vendor's tools find a server and sign in with a service key. The command line has none for the token endpoint of key files, so it is given an
 * assertion in place of a refresh token; gcloud and the libraries read the file.
 */
export function toolSettings(access: ToolAccess): ToolSettings[] {
  const { origin, project, keyFile, certificateFile: certificate, assertion } = access
  const at = (variables: readonly string[], value: string) => Object.fromEntries(variables.map((name) => [name, value]))
  const tools: ToolSettings[] = [
    {
      tool: 'firebase-tools',
      variables: {
        FIREBASE_TOKEN: assertion,
        ...at([...servedOrigins, ...otherOrigins], origin),
        FIREBASE_RESOURCEMANAGER_URL: `${origin}/cloudresourcemanager.googleapis.com`,
      },
    },
    {
      tool: 'gcloud',
      variables: {
        CLOUDSDK_AUTH_CREDENTIAL_FILE_OVERRIDE: keyFile,
        CLOUDSDK_AUTH_TOKEN_HOST: origin + TOKEN_PATH,
        CLOUDSDK_AUTH_SERVICE_ACCOUNT_DISABLE_ID_TOKEN_REFRESH: 'true',
        CLOUDSDK_CORE_PROJECT: project,
        ...at(
          otherApis.map((api) => `CLOUDSDK_API_ENDPOINT_OVERRIDES_${api}`),
          `${origin}/`,
        ),
        CLOUDSDK_API_ENDPOINT_OVERRIDES_CLOUDRESOURCEMANAGER: `${origin}/cloudresourcemanager.googleapis.com/`,
        CLOUDSDK_API_ENDPOINT_OVERRIDES_FIRESTORE: `${origin}/`,
        CLOUDSDK_API_ENDPOINT_OVERRIDES_SERVICEUSAGE: `${origin}/serviceusage.googleapis.com/`,
        CLOUDSDK_API_ENDPOINT_OVERRIDES_STORAGE: `${origin}/storage/v1/`,
      },
    },
    { tool: 'libraries', variables: { GOOGLE_APPLICATION_CREDENTIALS: keyFile, GOOGLE_CLOUD_PROJECT: project } },
  ]
  if (certificate === undefined) return tools
  const trust = ['NODE_EXTRA_CA_CERTS', 'CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']
  return [...tools, { tool: 'certificate', variables: at(trust, certificate) }]
}
