import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTestSuite } from '../../../apps/server/src/rules/test-case-schema.ts'
import { parseThumbnailSize } from '../../../apps/server/src/thumbnails/thumbnail-size.ts'
import { type FuzzTarget, KIB, MIB } from '../fuzz-target.ts'
import { ignoreRefusal, same } from './judgement.ts'

const firebaseJson = {
  firestore: [{ database: '(default)', rules: 'firestore.rules', indexes: 'i.json' }, { database: 'second' }],
  storage: { rules: 'storage.rules' },
  emulators: {
    auth: { port: '9099' },
    firestore: { port: 8080, enabled: false },
    functions: {},
    ui: { enabled: true },
  },
  projects: { default: 'demo-app' },
}
const suite = {
  testCases: [
    {
      expectation: 'ALLOW',
      request: {
        auth: { uid: 'ada', token: {} },
        method: 'get',
        path: '/databases/(default)/documents/a/b',
        time: '2026-01-01T00:00:00Z',
      },
      resource: { data: { a: 1 } },
      functionMocks: [{ function: 'get', args: [{ exactValue: '/a/b' }], result: { value: { data: {} } } }],
    },
  ],
}
const template = {
  subject: 'Hello %DISPLAY_NAME%',
  body: '<p>Hello %DISPLAY_NAME%,</p><ul><li><a href="%LINK%">%LINK%</a></li></ul>&amp;&#65;&nbsp;<style>x</style>',
  senderName: '%APP_NAME%',
  replyTo: 'a@example.com',
}
/** As long as they are at most. */
const values = {
  DISPLAY_NAME: 'Ada',
  APP_NAME: 'Shop',
  LINK: `https://hearth.example/__/auth/action?mode=x&oobCode=${'A'.repeat(64)}&continueUrl=${'x'.repeat(2_000)}`,
  EMAIL: `${'a'.repeat(64)}@example.com`,
  NEW_EMAIL: '',
}

/** What those who run a project set: files, templates, addresses. */
export const settingsTextTargets: readonly FuzzTarget[] = [
  {
    name: 'firebase-json',
    form: 'json',
    watches: ['/operations/project-files/firebase-json.ts', '/config/emulator-settings.ts'],
    seeds: [JSON.stringify(firebaseJson), '{}'],
    words: ['firestore', 'storage', 'emulators', 'port', 'enabled', 'projects', 'default', 'rules'],
    limitBytes: MIB,
    async open() {
      const { readFirebaseJson } = await import('../../../apps/server/src/operations/project-files/firebase-json.ts')
      const { readEmulatorSettings } = await import('../../../apps/server/src/config/emulator-settings.ts')
      const folder = await mkdtemp(join(tmpdir(), 'hearth-fuzz-'))
      return {
        async run(input) {
          for (const name of ['firebase.json', '.firebaserc']) writeFileSync(join(folder, name), input)
          await readFirebaseJson(folder, () => undefined)
          for (const { port } of readEmulatorSettings(folder, () => undefined).ports)
            same(port > 0 && port < 65_536, true)
        },
        async [Symbol.asyncDispose]() {
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
  },
  {
    name: 'rules-suite',
    form: 'json',
    watches: ['/rules/test-case-schema.ts', '/src/lib/list-of.ts', '/rules/src/suite/'],
    seeds: [JSON.stringify(suite), '{}'],
    words: [
      'testCases',
      'expectation',
      'DENY',
      'functionMocks',
      'exactValue',
      'anyValue',
      'undefined',
      'query',
      'path',
    ],
    limitBytes: MIB,
    async open() {
      const { assertAskable } = await import('../../../apps/server/src/rules/test-case-schema.ts')
      return {
        run(input) {
          for (const test of parseTestSuite(input.toString())) ignoreRefusal(() => assertAskable(test))
        },
      }
    },
  },
  {
    name: 'mail-template',
    form: 'json',
    watches: ['/src/mails/mail-template.ts', '/src/mails/render-mail.ts'],
    seeds: [
      JSON.stringify(template),
      JSON.stringify({ ...template, body: '<!doctype html><head>x</head><div>%LINK%<br>' }),
    ],
    words: [
      '%LINK%',
      '%DISPLAY_NAME%',
      '<a href="',
      '<div>',
      '</div>',
      '<li>',
      '<br>',
      '<p>',
      '<style>',
      '</style>',
      '<!--',
      '&amp;',
      '&#1;',
      '>',
    ],
    limitBytes: 34 * KIB,
    async open() {
      const { parseMailTemplate } = await import('../../../apps/server/src/mails/mail-template.ts')
      const { renderMail } = await import('../../../apps/server/src/mails/render-mail.ts')
      return {
        run(input) {
          const given = templateOf(input)
          const { subject, text } = renderMail(parseMailTemplate({ ...template, ...given }), 'en', values)
          same(/[\r\n]/.test(subject), false)
          same(text.endsWith('\n'), true)
        },
      }
    },
  },
  {
    name: 'webhook',
    form: 'text',
    watches: [
      '/webhooks/webhook.ts',
      '/webhooks/blocking-webhook.ts',
      '/outbound/reach.ts',
      '/thumbnails/thumbnail-size.ts',
    ],
    seeds: [
      'https://hooks.example.com/a?b=c',
      `whsec_${'A'.repeat(44)}`,
      JSON.stringify({ displayName: 'x', photoURL: 'y', disabled: true, customClaims: { a: 1 }, sessionClaims: {} }),
      JSON.stringify({ error: { message: 'No.', status: 'PERMISSION_DENIED' } }),
    ],
    words: [
      'https://',
      'http://',
      '[::ffff:10.0.0.1]',
      '0x7f000001',
      '2130706433',
      '127.1',
      '@',
      '#',
      'whsec_',
      '"error":',
      '"message":',
      '"customClaims":',
    ],
    limitBytes: 64 * KIB,
    async open() {
      const { parseWebhookSecret, parseWebhookUrl } = await import('../../../apps/server/src/webhooks/webhook.ts')
      const { BlockingAnswerError, parseChanges, parseRefusal } =
        await import('../../../apps/server/src/webhooks/blocking-webhook.ts')
      const ignoreWrong = (read: () => unknown): void => {
        try {
          read()
        } catch (error) {
          if (!(error instanceof BlockingAnswerError)) throw error
        }
      }
      return {
        run(input) {
          const text = input.toString()
          for (const reach of ['public', 'private'] as const)
            ignoreRefusal(() =>
              same(parseWebhookUrl(parseWebhookUrl(text, { reach }), { reach }), parseWebhookUrl(text, { reach })),
            )
          ignoreRefusal(() => parseWebhookSecret(text))
          ignoreRefusal(() => parseThumbnailSize(text, '10'))
          for (const event of ['beforeCreate', 'beforeSignIn'] as const) ignoreWrong(() => parseChanges(event, input))
          ignoreWrong(() => parseRefusal({ status: 403, body: input } as never))
        },
      }
    },
  },
]

function templateOf(input: Buffer): Partial<typeof template> {
  try {
    const json = JSON.parse(input.toString()) as Record<string, unknown> | null
    return Object.fromEntries(
      Object.entries(json ?? {}).filter(([name, value]) => name in template && typeof value === 'string'),
    )
  } catch {
    return { body: `${input.toString()}%LINK%` }
  }
}
