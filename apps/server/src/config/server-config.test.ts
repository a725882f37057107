import { expect, test } from 'vitest'
import { configurationPage } from './configuration-page.ts'
import { parseConfig, SettingsError } from './server-config.ts'
import type { Environment, Flags } from './option.ts'

function complaints(flags: Flags, environment: Environment, mode: 'start' | 'dev' = 'start'): readonly string[] {
  try {
    parseConfig(mode, flags, environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.complaints
    throw error
  }
  return []
}

test('without any setting it is the documented default', () => {
  const config = parseConfig('start', {}, {})
  expect(config.http).toEqual({
    host: '127.0.0.1',
    port: 4400,
    publicUrl: undefined,
    filesUrl: undefined,
    emulatorPorts: [],
    devOrigins: [],
    tls: undefined,
    trustedProxyHops: 0,
  })
  expect(config.data).toEqual({ kind: 'folder', folder: `${process.cwd()}/hearth-data`, adopt: false })
  expect(config.defaultProject).toBe('demo-app')
})

test('a flag wins over the environment', () => {
  expect(parseConfig('start', { port: '1' }, { HEARTH_PORT: '2' }).http.port).toBe(1)
})

test('the default project of dev is --project, else GCLOUD_PROJECT', () => {
  expect(parseConfig('dev', { project: 'my-project' }, { GCLOUD_PROJECT: 'other-one' }).defaultProject).toBe(
    'my-project',
  )
  expect(parseConfig('dev', {}, { GCLOUD_PROJECT: 'other-one' }).defaultProject).toBe('other-one')
})

test('dev takes ports and project of the emulators, where nothing else names a project; start does not ask', () => {
  const emulators = () => ({
    ports: [
      { name: 'auth', port: 9099 },
      { name: 'hub', port: 4400 },
    ],
    project: 'test',
  })
  const dev = parseConfig('dev', {}, {}, emulators)
  expect(dev.defaultProject).toBe('test')
  // The port that the server has anyway is none of the further ones.
  expect(dev.http.emulatorPorts).toEqual([{ name: 'auth', port: 9099 }])
  expect(parseConfig('dev', {}, { GCLOUD_PROJECT: 'other-one' }, emulators).defaultProject).toBe('other-one')
  const start = parseConfig('start', {}, {}, emulators)
  expect([start.http.emulatorPorts, start.defaultProject]).toEqual([[], 'demo-app'])
})

test('dev lets anyone have an account of the console, unless it is told otherwise', () => {
  const signUpOf = (mode: 'start' | 'dev', given?: string): string =>
    parseConfig(mode, given === undefined ? {} : { 'sign-up': given }, {}).console.signUp
  expect([signUpOf('start'), signUpOf('dev')]).toEqual(['invited', 'anyone'])
  expect([signUpOf('start', 'anyone'), signUpOf('dev', 'invited')]).toEqual(['anyone', 'invited'])
})

test('every mistake is reported, by the name it was made under', () => {
  expect(
    complaints({ port: '70000', 'public-url': 'example.com/path' }, { HEARTH_LOG_LEVEL: 'loud', HEARTH_PROT: '1' }),
  ).toEqual([
    'HEARTH_PROT is not a setting of Hearth; "hearth help" lists them.',
    '--public-url must be an origin: http or https, a host, maybe a port, and nothing after it.',
    '--port must be a whole number from 0 to 65535.',
    'HEARTH_LOG_LEVEL must be one of info, warn, error, silent.',
  ])
})

test.each([
  [{ port: true }, {}, '--port needs a value.'],
  [{}, { HEARTH_DATA: '' }, 'HEARTH_DATA must not be empty.'],
  [{}, { HEARTH_PORT: '0x10' }, 'HEARTH_PORT must be a whole number from 0 to 65535.'],
  [{}, { HEARTH_PUBLIC_URL: 'https://u:p@example.com' }, 'HEARTH_PUBLIC_URL must be an origin'],
  [{}, { HEARTH_FILES_URL: 'https://files.test' }, 'HEARTH_FILES_URL needs HEARTH_PUBLIC_URL'],
  [{ 'public-url': 'https://a.test', 'files-url': 'https://a.test/' }, {}, 'must be another origin'],
  [{}, { HEARTH_TLS_KEY: '/k' }, 'HEARTH_TLS_CERTIFICATE and HEARTH_TLS_KEY go together'],
  [{ ephemeral: true }, {}, 'HEARTH_EPHEMERAL is for "hearth dev" only.'],
] as [Flags, Environment, string][])('%j %j is refused', (flags, environment, sentence) => {
  expect(complaints(flags, environment)).toEqual([expect.stringContaining(sentence)])
})

test('dev listens on loopback only', () => {
  expect(complaints({ host: '0.0.0.0' }, {}, 'dev')).toEqual([expect.stringContaining('must be a loopback address')])
  expect(complaints({ host: '::1' }, {}, 'dev')).toEqual([])
})

test('a configuration can not be changed', () => {
  const config = parseConfig('start', {}, {}) as { http: { port: number } }
  expect(() => {
    config.http.port = 1
  }).toThrow(TypeError)
})

test('every setting is in the reference page', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../../../docs/reference/configuration.md')
})
