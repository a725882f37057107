import { resolve } from 'node:path'
import type { Reach } from '../outbound/reach.ts'
import { options } from './options.ts'
import { type Option, flagOf, type Environment, type Flags } from './option.ts'
import { type SettingInForce, settingsInForce } from './settings-in-force.ts'

export interface EmulatorPort {
  /** As `firebase.json` calls it: `auth`. */
  readonly name: string
  readonly port: number
}

/** What the files of a working folder say to the vendor's emulators. */
export interface EmulatorSettings {
  readonly ports: readonly EmulatorPort[]
  /** The default project of `.firebaserc`. */
  readonly project: string | undefined
}

export interface ServerConfig {
  readonly mode: 'start' | 'dev'
  /** All of it as it was given, without secrets, for the server's owner to read. */
  readonly settings: readonly SettingInForce[]
  readonly http: {
    readonly host: string
    readonly port: number
    /** Without a slash at the end. */
    readonly publicUrl: string | undefined
    /** Where browsers open files. Without a slash at the end. */
    readonly filesUrl: string | undefined
    /** Further ports of the same server under `dev`: those that a `firebase.json` gives the vendor's emulators. */
    readonly emulatorPorts: readonly EmulatorPort[]
    /** Whose pages may call `hearth dev`, besides those of loopback addresses. */
    readonly devOrigins: readonly string[]
    readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined
    readonly trustedProxyHops: number
  }
  readonly data:
    /** `adopt`: also when the other mode made it. */
    | { readonly kind: 'folder'; readonly folder: string; readonly adopt: boolean }
    /** A folder of its own, removed at the end. */
    | { readonly kind: 'ephemeral' }
  /** Undefined: the one in the data folder. */
  readonly secretsKey: string | undefined
  readonly console: {
    readonly signUp: 'invited' | 'anyone'
    readonly createProjects: 'owner' | 'anyone'
  }
  /** Undefined: no mails go out. The address may have a password in it. */
  readonly mails: { readonly smtpUrl: string; readonly from: string; readonly replyTo: string | undefined } | undefined
  /** Whose sender name and reply address mails have. */
  readonly mailSender: 'project' | 'server'
  readonly signInProviders: {
    readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined
    /** Where the others may be. */
    readonly reach: Reach
  }
  /** Where webhooks of projects may be. */
  readonly webhookReach: Reach
  readonly files: {
    readonly fileBytesMax: number
    /** Of all files of a project; undefined for no limit. */
    readonly projectBytesMax: number | undefined
  }
  /** From one network in one project; undefined for no limit. */
  readonly signUpsPerHour: number | undefined
  /** Of one account from one address in ten minutes, before each further one waits. */
  readonly failedSignIns: number
  /** How long a session lives without use; undefined until it is revoked. */
  readonly sessionIdleMsMax: number | undefined
  /** How long earlier versions of documents are kept. */
  readonly historyDays: number
  /** How long an installation is kept after it was seen last; undefined for ever. */
  readonly installationsKeptMs: number | undefined
  /** Where the contents of files are. */
  readonly blobs:
    | { readonly kind: 'disk' }
    | {
        readonly kind: 's3'
        readonly bucket: string
        /** Of every key; empty or ending in a slash. */
        readonly prefix: string
        readonly endpoint: string | undefined
        readonly region: string
        /** Undefined: as the AWS SDK finds them. */
        readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
      }
  readonly backups: {
    /** On the clock of the machine; undefined: none are made by night. */
    readonly nightlyAt: { readonly hours: number; readonly minutes: number } | undefined
    readonly nightlyKept: number
    /** Undefined: in the data folder. */
    readonly folder: string | undefined
  }
  /** Where a developer's rules are; `dev` alone reads them. */
  readonly rulesFolder: string
  /** What an API key that names no project stands for under `dev`. */
  readonly defaultProject: string
  readonly logLevel: 'info' | 'warn' | 'error' | 'silent'
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Every setting that is wrong, one sentence each. */
export class SettingsError extends Error {
  readonly complaints: readonly string[]

  constructor(complaints: readonly string[]) {
    super(complaints.join('\n'))
    this.name = 'SettingsError'
    this.complaints = complaints
  }
}

/**
 * Flags win over the environment, and that over what `emulators` reads in the folder of the rules, for `dev` alone. Throws `SettingsError`
 * with everything that is wrong, not with the first of it.
 */
export function parseConfig(
  mode: ServerConfig['mode'],
  flags: Flags,
  environment: Environment,
  emulators: (folder: string) => EmulatorSettings = () => ({ ports: [], project: undefined }),
): ServerConfig {
  const complaints = unknownSettings(flags, environment)
  const read = <T>(option: Option<T>): T => {
    const given = flags[flagOf(option)]
    const text = given === undefined ? environment[option.variable] : String(given)
    const name = given === undefined ? option.variable : `--${flagOf(option)}`
    if (text === undefined) return option.defaultValue
    if (given === true && option.placeholder !== undefined) {
      complaints.push(`${name} needs a value.`)
      return option.defaultValue
    }
    try {
      return option.parse(text)
    } catch (error) {
      complaints.push(`${name} ${(error as Error).message}.`)
      return option.defaultValue
    }
  }

  const host = read(options.host)
  const certificateFile = read(options.tlsCertificate)
  const keyFile = read(options.tlsKey)
  const ephemeral = read(options.ephemeral)
  const folder = resolve(read(options.dataFolder))
  const adopt = read(options.adoptData)
  const publicUrl = originOf(read(options.publicUrl))
  const filesUrl = originOf(read(options.filesUrl))
  const smtpUrl = read(options.smtpUrl)
  const mailFrom = read(options.mailFrom)
  const googleClientId = read(options.googleClientId)
  const googleClientSecret = read(options.googleClientSecret)
  const backupFolder = read(options.backupFolder)
  const isNightly = read(options.backups) === 'nightly'
  const nightlyAt = parseTime(read(options.backupTime))
  const accessKeyId = read(options.s3AccessKeyId)
  const secretAccessKey = read(options.s3SecretAccessKey)
  const port = read(options.port)
  const rulesFolder = resolve(read(options.rulesFolder))
  const emulated = mode === 'dev' ? emulators(rulesFolder) : { ports: [], project: undefined }
  const config: Omit<ServerConfig, 'settings'> = {
    mode,
    http: {
      host,
      port,
      publicUrl,
      filesUrl,
      emulatorPorts: emulated.ports.filter((one) => one.port !== port),
      devOrigins: parseOrigins(read(options.devOrigins)),
      tls: certificateFile !== undefined && keyFile !== undefined ? { certificateFile, keyFile } : undefined,
      trustedProxyHops: read(options.trustedProxyHops),
    },
    data: ephemeral ? { kind: 'ephemeral' } : { kind: 'folder', folder, adopt },
    secretsKey: read(options.secretsKey),
    // Whoever reaches `dev` is on this machine.
    console: {
      signUp: read(options.signUp) ?? (mode === 'dev' ? 'anyone' : 'invited'),
      createProjects: read(options.createProjects),
    },
    mails:
      smtpUrl !== undefined && mailFrom !== undefined
        ? { smtpUrl, from: mailFrom, replyTo: read(options.mailReplyTo) }
        : undefined,
    // Where strangers have projects, none of them writes in the name of others.
    mailSender: read(options.mailSender) ?? (read(options.createProjects) === 'anyone' ? 'server' : 'project'),
    signInProviders: {
      google:
        googleClientId !== undefined && googleClientSecret !== undefined
          ? { clientId: googleClientId, clientSecret: googleClientSecret }
          : undefined,
      reach: reachOf(mode, read(options.privateProviders)),
    },
    webhookReach: reachOf(mode, read(options.privateWebhooks)),
    blobs: blobsAt(read(options.blobs), {
      endpoint: read(options.s3Endpoint),
      region: read(options.s3Region),
      credentials:
        accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
    }),
    signUpsPerHour: read(options.signUpsPerHour) || undefined,
    failedSignIns: read(options.failedSignIns),
    sessionIdleMsMax: read(options.sessionDays) * DAY_MS || undefined,
    historyDays: read(options.historyDays),
    installationsKeptMs: read(options.installationDays) * DAY_MS || undefined,
    files: { fileBytesMax: read(options.uploadLimit), projectBytesMax: read(options.storageQuota) || undefined },
    backups: {
      nightlyAt: mode === 'start' && isNightly ? nightlyAt : undefined,
      nightlyKept: read(options.backupsKept),
      folder: backupFolder === undefined ? undefined : resolve(backupFolder),
    },
    rulesFolder,
    defaultProject: read(options.project) ?? environment['GCLOUD_PROJECT'] ?? emulated.project ?? 'demo-app',
    logLevel: read(options.logLevel),
  }

  if (filesUrl !== undefined && (publicUrl === undefined || filesUrl === publicUrl)) {
    complaints.push('HEARTH_FILES_URL needs HEARTH_PUBLIC_URL, and must be another origin than it.')
  }
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    complaints.push('HEARTH_TLS_CERTIFICATE and HEARTH_TLS_KEY go together; one of them is missing.')
  }
  if ((smtpUrl === undefined) !== (mailFrom === undefined)) {
    complaints.push('HEARTH_SMTP_URL and HEARTH_MAIL_FROM go together; one of them is missing.')
  }
  if ((googleClientId === undefined) !== (googleClientSecret === undefined)) {
    complaints.push('HEARTH_GOOGLE_CLIENT_ID and HEARTH_GOOGLE_CLIENT_SECRET go together; one of them is missing.')
  }
  if (mode === 'start' && smtpUrl !== undefined && publicUrl === undefined) {
    complaints.push('HEARTH_SMTP_URL needs HEARTH_PUBLIC_URL: links in mails must not lead where a request says.')
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    complaints.push('HEARTH_S3_ACCESS_KEY_ID and HEARTH_S3_SECRET_ACCESS_KEY go together; one of them is missing.')
  }
  if (mode === 'dev' && !isLoopbackHost(host)) {
    complaints.push(
      'HEARTH_HOST must be a loopback address under "hearth dev"; "hearth start" is the one to open to others.',
    )
  }
  if (mode === 'start' && ephemeral) complaints.push('HEARTH_EPHEMERAL is for "hearth dev" only.')
  if (complaints.length > 0) throw new SettingsError(complaints)
  return deepFreeze({ ...config, settings: settingsInForce(mode, flags, environment) })
}

const flagNames = new Set(Object.values(options).map((option) => flagOf(option as Option<unknown>)))
const variables = new Set<string>(Object.values(options).map((option) => option.variable))

/** A misspelt setting would otherwise be a setting not made. */
function unknownSettings(flags: Flags, environment: Environment): string[] {
  const complaints: string[] = []
  for (const name of Object.keys(flags)) {
    if (!flagNames.has(name)) complaints.push(`--${name} is not a setting of Hearth; "hearth help" lists them.`)
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith('HEARTH_') && !variables.has(name)) {
      complaints.push(`${name} is not a setting of Hearth; "hearth help" lists them.`)
    }
  }
  return complaints
}

/** `hh:mm` */
function parseTime(text: string): { hours: number; minutes: number } {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return { hours, minutes }
}

type S3Config = Extract<ServerConfig['blobs'], { kind: 's3' }>

function originOf(url: string | undefined): string | undefined {
  return url === undefined ? undefined : new URL(url).origin
}

function blobsAt(place: string, store: Pick<S3Config, 'endpoint' | 'region' | 'credentials'>): ServerConfig['blobs'] {
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(place) ?? []
  if (bucket === undefined) return { kind: 'disk' }
  return { kind: 's3', bucket, prefix: path === '' ? '' : `${path}/`, ...store }
}

function parseOrigins(text: string): string[] {
  return text === '' ? [] : text.split(',').map((origin) => origin.trim().toLowerCase())
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner as object)
  }
  return Object.freeze(value)
}

function reachOf(mode: 'start' | 'dev', allowsPrivate: boolean): Reach {
  if (allowsPrivate) return 'private'
  return mode === 'dev' ? 'loopback' : 'public'
}
