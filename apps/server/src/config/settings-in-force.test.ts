import { expect, test } from 'vitest'
import { flagOf, type Option } from './option.ts'
import { options } from './options.ts'
import { parseConfig } from './server-config.ts'

/** A good value for every setting, with a secret wherever one fits in. */
const SECRET = 'c2VjcmV0LXRoYXQtbm9ib2R5LW1heS1yZWFkISEhISE'
const given: Readonly<Record<string, string>> = {
  HEARTH_PORT: '0',
  HEARTH_HOST: '127.0.0.1',
  HEARTH_DATA: '/srv/hearth',
  HEARTH_PUBLIC_URL: `https://:${SECRET}@backend.example.com`,
  HEARTH_FILES_URL: `https://:${SECRET}@files.example.com`,
  HEARTH_SECRETS_KEY: SECRET,
  HEARTH_ADOPT_DATA: 'true',
  HEARTH_TLS_CERTIFICATE: '/etc/tls/chain.pem',
  HEARTH_TLS_KEY: '/etc/tls/key.pem',
  HEARTH_TRUSTED_PROXY_HOPS: '1',
  HEARTH_SIGN_UP: 'anyone',
  HEARTH_SIGN_UPS_PER_HOUR: '250',
  HEARTH_CREATE_PROJECTS: 'owner',
  HEARTH_SMTP_URL: `smtp://user:${SECRET}@mail.example.com:587`,
  HEARTH_MAIL_FROM: 'Hearth <hearth@example.com>',
  HEARTH_MAIL_REPLY_TO: 'help@example.com',
  HEARTH_MAIL_SENDER: 'server',
  HEARTH_GOOGLE_CLIENT_ID: 'client-1',
  HEARTH_GOOGLE_CLIENT_SECRET: SECRET,
  HEARTH_PRIVATE_PROVIDERS: 'false',
  HEARTH_PRIVATE_WEBHOOKS: 'false',
  HEARTH_DEV_ORIGINS: 'https://preview.example.com',
  HEARTH_PROJECT: 'demo-app',
  HEARTH_RULES: '/srv/rules',
  HEARTH_UPLOAD_LIMIT: '1000',
  HEARTH_STORAGE_QUOTA: '2000',
  HEARTH_FAILED_SIGN_INS: '5',
  HEARTH_SESSION_DAYS: '14',
  HEARTH_HISTORY_DAYS: '30',
  HEARTH_INSTALLATION_DAYS: '30',
  HEARTH_BLOBS: 's3://bucket/prefix',
  HEARTH_S3_ENDPOINT: `https://:${SECRET}@s3.example.com`,
  HEARTH_S3_REGION: 'eu-central-1',
  HEARTH_S3_ACCESS_KEY_ID: `AKIA${SECRET}`,
  HEARTH_S3_SECRET_ACCESS_KEY: SECRET,
  HEARTH_BACKUPS: 'nightly',
  HEARTH_BACKUP_TIME: '03:00',
  HEARTH_BACKUPS_KEPT: '3',
  HEARTH_BACKUP_FOLDER: '/srv/backups',
  HEARTH_EPHEMERAL: 'false',
  HEARTH_LOG_LEVEL: 'warn',
}
const all: readonly Option<unknown>[] = Object.values(options)
const secrets = [
  'HEARTH_SECRETS_KEY',
  'HEARTH_GOOGLE_CLIENT_SECRET',
  'HEARTH_S3_ACCESS_KEY_ID',
  'HEARTH_S3_SECRET_ACCESS_KEY',
]

test('every setting is tried here', () => {
  expect(Object.keys(given).toSorted()).toEqual(all.map(({ variable }) => variable).toSorted())
})

test.each(['start', 'dev'] as const)('no secret of %s is shown, however it was given', (mode) => {
  const flags = Object.fromEntries(all.map((option) => [flagOf(option), given[option.variable] ?? '']))
  for (const { settings } of [parseConfig(mode, {}, given), parseConfig(mode, flags, {})]) {
    expect(JSON.stringify(settings)).not.toContain(SECRET)
    const unshown = settings.filter(({ value }) => value === undefined).map(({ name }) => name)
    expect(unshown).toEqual(secrets)
    expect(settings.find(({ name }) => name === 'HEARTH_SMTP_URL')?.value).toBe(
      mode === 'start' ? 'mail.example.com:587' : undefined,
    )
  }
})

test('a setting says where its value comes from, and each command has its own', () => {
  const { settings } = parseConfig('start', { port: '0' }, { HEARTH_PORT: '1', HEARTH_HOST: '::1' })
  const found = (name: string) => settings.find((setting) => setting.name === name)
  expect(found('HEARTH_PORT')).toMatchObject({ from: 'flag', value: '0', flag: 'port', area: 'address' })
  expect(found('HEARTH_HOST')).toMatchObject({ from: 'environment', value: '::1' })
  expect(found('HEARTH_DATA')).toMatchObject({ from: 'default', value: undefined, defaultText: './hearth-data' })
  expect(found('HEARTH_EPHEMERAL')).toBeUndefined()
  expect(found('HEARTH_BACKUP_TIME')?.help).toMatch(/^When nightly/)
  expect(parseConfig('dev', {}, {}).settings.map(({ name }) => name)).not.toContain('HEARTH_BACKUP_TIME')
})
