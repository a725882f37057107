import { choiceOption, integerOption, switchOption, textOption } from './option.ts'

/**
 * Every setting there is. `--help`, `docs/reference/configuration.md` and what the console shows the server's owner are made from this list.
 * A text without `shown` is a secret.
 */
export const options = {
  port: integerOption({
    variable: 'HEARTH_PORT',
    area: 'address',
    help: 'The port everything is on. 0 takes a free one.',
    defaultValue: 4400,
    min: 0,
    max: 65_535,
  }),
  host: textOption<string>({
    variable: 'HEARTH_HOST',
    area: 'address',
    shown: whole,
    placeholder: 'address',
    help: 'The address to listen on. `hearth dev` takes loopback addresses only.',
    defaultValue: '127.0.0.1',
    check: (text) => (/^[\w.:-]+$/.test(text) ? undefined : 'must be a host name or an address'),
  }),
  dataFolder: textOption<string>({
    variable: 'HEARTH_DATA',
    area: 'data',
    shown: whole,
    placeholder: 'folder',
    help: 'The data folder. It is created when it is absent.',
    defaultValue: './hearth-data',
    check: (text) => (text.includes('\0') ? 'must not contain a NUL character' : undefined),
  }),
  publicUrl: textOption<string | undefined>({
    variable: 'HEARTH_PUBLIC_URL',
    area: 'address',
    shown: originOf,
    placeholder: 'url',
    help: 'The origin that clients reach this server by, such as https://backend.example.com. Links and uploads use it.',
    defaultValue: undefined,
    defaultText: 'what each request names',
    check: checkOrigin,
  }),
  filesUrl: textOption<string | undefined>({
    variable: 'HEARTH_FILES_URL',
    area: 'address',
    shown: originOf,
    placeholder: 'url',
    help: 'An origin of its own for files that browsers open as pages, such as https://files.example.com, which leads to this server too. Needs HEARTH_PUBLIC_URL.',
    defaultValue: undefined,
    defaultText: 'none: all is at one host',
    check: checkOrigin,
  }),
  devOrigins: textOption<string>({
    variable: 'HEARTH_DEV_ORIGINS',
    area: 'address',
    shown: whole,
    placeholder: 'origins',
    help: 'dev: origins whose pages may call this server besides those of loopback addresses and HEARTH_PUBLIC_URL, with commas between.',
    defaultValue: '',
    defaultText: 'none',
    check: (text) =>
      text.split(',').every((origin) => /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@*]+$/.test(origin.trim()))
        ? undefined
        : 'must be origins such as https://preview.example.com, with commas between',
  }),
  secretsKey: textOption<string | undefined>({
    variable: 'HEARTH_SECRETS_KEY',
    area: 'data',
    placeholder: 'key',
    help: 'The key that secrets in the data folder are sealed with, 32 bytes in base64, where it shall not be kept in the folder itself; better in the environment than in a flag.',
    defaultValue: undefined,
    defaultText: 'that of secrets.key in the data folder',
    check: (text) => (/^[\w+/-]{43}=?$/.test(text) ? undefined : 'must be 32 bytes in base64'),
  }),
  adoptData: switchOption({
    variable: 'HEARTH_ADOPT_DATA',
    area: 'data',
    help: 'Take over a data folder that the other one of `hearth start` and `hearth dev` made, with all accounts in it. For one start.',
    defaultValue: false,
  }),
  tlsCertificate: textOption<string | undefined>({
    variable: 'HEARTH_TLS_CERTIFICATE',
    area: 'address',
    shown: whole,
    placeholder: 'file',
    help: 'A certificate chain in PEM. With HEARTH_TLS_KEY the port speaks TLS.',
    defaultValue: undefined,
  }),
  tlsKey: textOption<string | undefined>({
    variable: 'HEARTH_TLS_KEY',
    area: 'address',
    shown: whole,
    placeholder: 'file',
    help: 'The private key of the certificate, in PEM.',
    defaultValue: undefined,
  }),
  trustedProxyHops: integerOption({
    variable: 'HEARTH_TRUSTED_PROXY_HOPS',
    area: 'address',
    help: 'How many reverse proxies of yours stand in front; so many entries of X-Forwarded-For are believed.',
    defaultValue: 0,
    min: 0,
    max: 10,
  }),
  signUp: choiceOption({
    variable: 'HEARTH_SIGN_UP',
    area: 'console',
    help: 'Who may make an account for the console: those with an invitation, or anyone.',
    defaultValue: undefined,
    defaultText: 'invited; anyone with dev',
    choices: ['invited', 'anyone'],
  }),
  createProjects: choiceOption({
    variable: 'HEARTH_CREATE_PROJECTS',
    area: 'console',
    help: 'Who may create projects: the server owner, or every account of the console.',
    defaultValue: 'owner',
    choices: ['owner', 'anyone'],
  }),
  smtpUrl: textOption<string | undefined>({
    variable: 'HEARTH_SMTP_URL',
    area: 'mails',
    shown: hostOf,
    placeholder: 'url',
    help: 'start: the mail server that mails go out by, such as smtp://user:password@mail.example.com:587. Needs HEARTH_MAIL_FROM.',
    defaultValue: undefined,
    defaultText: 'no mails are sent',
    check: (text) =>
      /^smtps?:\/\/./.test(text) && URL.canParse(text) ? undefined : 'must be an smtp or smtps address',
  }),
  mailFrom: textOption<string | undefined>({
    variable: 'HEARTH_MAIL_FROM',
    area: 'mails',
    shown: whole,
    placeholder: 'address',
    help: 'start: who mails are from, such as Hearth <hearth@example.com>.',
    defaultValue: undefined,
    check: (text) => (/^[^\r\n]*@[^\r\n]*$/.test(text) ? undefined : 'must be an e-mail address'),
  }),
  mailReplyTo: textOption<string | undefined>({
    variable: 'HEARTH_MAIL_REPLY_TO',
    area: 'mails',
    shown: whole,
    placeholder: 'address',
    help: 'start: where answers to mails go whose template names no address, or with HEARTH_MAIL_SENDER=server.',
    defaultValue: undefined,
    defaultText: 'to HEARTH_MAIL_FROM',
    check: (text) => (/^[^\s<>,@]+@[^\s<>,@]+$/.test(text) ? undefined : 'must be an e-mail address'),
  }),
  mailSender: choiceOption({
    variable: 'HEARTH_MAIL_SENDER',
    area: 'mails',
    help: 'start: whose sender name and reply address mails have: those that a project writes in its templates, or always those of this server.',
    defaultValue: undefined,
    defaultText: 'project; server with HEARTH_CREATE_PROJECTS=anyone',
    choices: ['project', 'server'],
  }),
  googleClientId: textOption<string | undefined>({
    variable: 'HEARTH_GOOGLE_CLIENT_ID',
    area: 'outside',
    shown: whole,
    placeholder: 'id',
    help: 'Lets people sign in by Google: the OAuth client whose redirect URI is <public URL>/__/auth/callback. Needs HEARTH_GOOGLE_CLIENT_SECRET.',
    defaultValue: undefined,
    defaultText: 'no sign-in by Google',
  }),
  googleClientSecret: textOption<string | undefined>({
    variable: 'HEARTH_GOOGLE_CLIENT_SECRET',
    area: 'outside',
    placeholder: 'secret',
    help: 'The secret of that client; better in the environment than in a flag, which others on the machine can see.',
    defaultValue: undefined,
  }),
  privateProviders: switchOption({
    variable: 'HEARTH_PRIVATE_PROVIDERS',
    area: 'outside',
    help: 'Sign-in providers that a project configures may be in a private network, under start also on this machine, where dev allows them anyway.',
    defaultValue: false,
  }),
  privateWebhooks: switchOption({
    variable: 'HEARTH_PRIVATE_WEBHOOKS',
    area: 'outside',
    help: 'Webhooks of projects may be in a private network, under start also on this machine, where dev allows them anyway; also over plain http.',
    defaultValue: false,
  }),
  project: textOption<string | undefined>({
    variable: 'HEARTH_PROJECT',
    area: 'dev',
    shown: whole,
    placeholder: 'id',
    help: 'dev: the project that unknown API keys stand for.',
    defaultValue: undefined,
    defaultText: 'GCLOUD_PROJECT, else that of .firebaserc, else demo-app',
    check: (text) =>
      /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/.test(text)
        ? undefined
        : 'must be 1 to 30 of a-z, 0-9 and -, starting and ending in a letter or digit',
  }),
  rulesFolder: textOption<string>({
    variable: 'HEARTH_RULES',
    area: 'dev',
    shown: whole,
    placeholder: 'folder',
    help: 'dev: where firebase.json, firestore.rules, storage.rules and firestore.indexes.json are. They are read again when they are saved.',
    defaultValue: '.',
    defaultText: 'the working folder',
    check: (text) => (text.includes('\0') ? 'must not contain a NUL character' : undefined),
  }),
  uploadLimit: integerOption({
    variable: 'HEARTH_UPLOAD_LIMIT',
    area: 'limits',
    help: 'The largest file that can be stored, in bytes.',
    defaultValue: 5 * 1024 ** 3,
    defaultText: '5368709120 (5 GiB)',
    min: 1,
    max: 5 * 1024 ** 4,
  }),
  storageQuota: integerOption({
    variable: 'HEARTH_STORAGE_QUOTA',
    area: 'limits',
    help: 'How many bytes the files of each project may hold; 0 for no limit. From nine tenths on the log warns.',
    defaultValue: 0,
    defaultText: 'no limit',
    min: 0,
    max: 100 * 1024 ** 4,
  }),
  signUpsPerHour: integerOption({
    variable: 'HEARTH_SIGN_UPS_PER_HOUR',
    area: 'limits',
    help: 'start: How many accounts may be made in a project from one network address in an hour; who exceeds it waits for the end of that hour. 0 for no limit.',
    defaultValue: 100,
    min: 0,
    max: 1_000_000,
  }),
  failedSignIns: integerOption({
    variable: 'HEARTH_FAILED_SIGN_INS',
    area: 'limits',
    help: 'start: After how many failed sign-ins to an account from one network address, within ten minutes, each further one waits, and longer each time.',
    defaultValue: 10,
    min: 1,
    max: 1000,
  }),
  sessionDays: integerOption({
    variable: 'HEARTH_SESSION_DAYS',
    area: 'limits',
    help: 'After how many days without use the session of an account ends; 0 for not until it is revoked.',
    defaultValue: 180,
    min: 0,
    max: 36_500,
  }),
  historyDays: integerOption({
    variable: 'HEARTH_HISTORY_DAYS',
    area: 'limits',
    help: 'For how many days earlier versions of documents, and those deleted, are kept and can be restored. A longer time takes more of the disk.',
    defaultValue: 7,
    min: 1,
    max: 366,
  }),
  installationDays: integerOption({
    variable: 'HEARTH_INSTALLATION_DAYS',
    area: 'limits',
    help: 'After how many days without a sign of it an app installation is forgotten; 0 for never.',
    defaultValue: 270,
    min: 0,
    max: 36_500,
  }),
  blobs: textOption<string>({
    variable: 'HEARTH_BLOBS',
    area: 'contents',
    shown: whole,
    placeholder: 'place',
    help: 'Where the contents of files are: disk (in the data folder), or s3://bucket/prefix of an S3-compatible store. New ones go there; those on the disk stay readable.',
    defaultValue: 'disk',
    check: (text) =>
      text === 'disk' || /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w.-]+)*\/?$/.test(text)
        ? undefined
        : 'must be disk or like s3://bucket/prefix',
  }),
  s3Endpoint: textOption<string | undefined>({
    variable: 'HEARTH_S3_ENDPOINT',
    area: 'contents',
    shown: originOf,
    placeholder: 'url',
    help: 'The address of an S3-compatible store, such as https://s3.example.com.',
    defaultValue: undefined,
    defaultText: 'that of Amazon for the region',
    check: checkOrigin,
  }),
  s3Region: textOption<string>({
    variable: 'HEARTH_S3_REGION',
    area: 'contents',
    shown: whole,
    placeholder: 'region',
    help: 'The region of the bucket.',
    defaultValue: 'us-east-1',
    check: (text) => (/^[a-z0-9-]{1,64}$/.test(text) ? undefined : 'must be a region such as eu-central-1'),
  }),
  s3AccessKeyId: textOption<string | undefined>({
    variable: 'HEARTH_S3_ACCESS_KEY_ID',
    area: 'contents',
    placeholder: 'id',
    help: 'Who the server is for the store. Needs HEARTH_S3_SECRET_ACCESS_KEY.',
    defaultValue: undefined,
    defaultText: 'as the AWS SDK finds it: environment, profile, role',
  }),
  s3SecretAccessKey: textOption<string | undefined>({
    variable: 'HEARTH_S3_SECRET_ACCESS_KEY',
    area: 'contents',
    placeholder: 'secret',
    help: 'The secret of that key; better in the environment than in a flag, which others on the machine can see.',
    defaultValue: undefined,
  }),
  backups: choiceOption({
    variable: 'HEARTH_BACKUPS',
    area: 'backups',
    help: 'start: Whether every project is backed up each night.',
    defaultValue: 'nightly',
    choices: ['nightly', 'off'],
  }),
  backupTime: textOption<string>({
    variable: 'HEARTH_BACKUP_TIME',
    area: 'backups',
    shown: whole,
    placeholder: 'hh:mm',
    help: "start: When nightly backups are made, by this machine's clock and time zone.",
    defaultValue: '02:00',
    check: (text) => (/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? undefined : 'must be a time such as 02:00'),
  }),
  backupsKept: integerOption({
    variable: 'HEARTH_BACKUPS_KEPT',
    area: 'backups',
    help: 'start: How many nightly backups of each project are kept.',
    defaultValue: 7,
    min: 1,
    max: 366,
  }),
  backupFolder: textOption<string | undefined>({
    variable: 'HEARTH_BACKUP_FOLDER',
    area: 'backups',
    shown: whole,
    placeholder: 'folder',
    help: 'Where the backups of projects are. On the disk of the data folder they share the contents of files with it; on another one they survive its loss, and contents are copied.',
    defaultValue: undefined,
    defaultText: 'backups in the data folder',
    check: (text) => (text.includes('\0') ? 'must not contain a NUL character' : undefined),
  }),
  ephemeral: switchOption({
    variable: 'HEARTH_EPHEMERAL',
    area: 'data',
    help: 'dev: keep the data in a temporary folder that goes with the process.',
    defaultValue: false,
  }),
  logLevel: choiceOption({
    variable: 'HEARTH_LOG_LEVEL',
    area: 'log',
    help: 'What reaches the log on standard error; requests are logged at info.',
    defaultValue: 'info',
    choices: ['info', 'warn', 'error', 'silent'],
  }),
} as const

function whole(text: string): string {
  return text
}

/** A user and a password may stand before the host. */
function hostOf(url: string): string {
  return new URL(url).host
}

function originOf(url: string): string {
  return new URL(url).origin
}

function checkOrigin(text: string): string | undefined {
  const complaint = 'must be an origin: http or https, a host, maybe a port, and nothing after it'
  if (!URL.canParse(text)) return complaint
  const url = new URL(text)
  const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return (url.protocol === 'http:' || url.protocol === 'https:') && isPlain ? undefined : complaint
}
