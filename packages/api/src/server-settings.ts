import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { done } from './fields.ts'

/** Where a setting of the server comes from; a variable or a flag wins over what is stored. */
const from = z.enum(['variable', 'stored', 'unset'])

export const mailSecurities = ['starttls', 'tls', 'none'] as const
/** `starttls`: the connection must become secure; `tls`: it is from its first byte. */
export type MailSecurity = (typeof mailSecurities)[number]

const publicUrl = z
  .string('The address is missing.')
  .check(
    z.trim(),
    z.maxLength(300),
    z.regex(
      /^https?:\/\/[^\s/?#@\\]+\/?$/i,
      'It must be like https://backend.example.com, with nothing after the host.',
    ),
  )

const email = /^[^\s<>,@]+@[^\s<>,@]+$/
const absent = z.pipe(
  z.nullish(z.string().check(z.trim(), z.maxLength(1000))),
  z.transform((text) => (text === null || text === '' ? undefined : text)),
)

const mailServer = z.strictObject({
  host: z
    .string('The host is missing.')
    .check(
      z.trim(),
      z.maxLength(253),
      z.regex(/^[\w-]+(\.[\w-]+)*\.?$/, 'It must be a host, such as mail.example.com.'),
    ),
  port: z
    .number('The port is missing.')
    .check(
      z.multipleOf(1, 'It must be a whole number.'),
      z.minimum(1, 'It must be from 1 to 65535.'),
      z.maximum(65_535, 'It must be from 1 to 65535.'),
    ),
  security: z.enum(mailSecurities, `It must be one of ${mailSecurities.join(', ')}.`),
  user: absent,
  /** Absent: the stored one, where nothing else of the connection changes. */
  password: absent,
  /** `Name <address>` or an address. */
  sender: z
    .string('The sender is missing.')
    .check(
      z.trim(),
      z.maxLength(320),
      z.regex(
        /^([^\r\n<>]*<[^\s<>,@]+@[^\s<>,@]+>|[^\s<>,@]+@[^\s<>,@]+)$/,
        'It must be an address, or like Hearth <hearth@example.com>.',
      ),
    ),
  replyTo: z.pipe(
    z.nullish(
      z.string().check(z.trim(), z.maxLength(254), z.regex(/^$|^[^\s<>,@]+@[^\s<>,@]+$/, 'It must be an address.')),
    ),
    z.transform((text) => (text === null || text === '' ? undefined : text)),
  ),
})
/** A mail server as a form gives it. */
export type WantedMailServer = z.input<typeof mailServer>

/** In the errors of those that change settings. */
const refusals = { SET_BY_VARIABLE: 'failed-precondition', NOT_UNDER_DEV: 'failed-precondition' } as const

const changing = { who: 'server-owner', recentSignIn: 'always', audit: 'server.update' } as const

export const getServerSettings = {
  method: 'GET',
  path: '/hearth/v1/server/settings',
  summary: 'The [public address and the mail server](#what-is-set-on-screen), and where each is set.',
  who: 'server-owner',
  answer: z.object({
    publicAddress: z.object({ from, url: z.nullable(z.string()) }),
    mailServer: z.object({
      from,
      host: z.nullable(z.string()),
      port: z.nullable(z.number()),
      security: z.nullable(z.enum(mailSecurities)),
      user: z.nullable(z.string()),
      hasPassword: z.boolean(),
      sender: z.nullable(z.string()),
      replyTo: z.nullable(z.string()),
    }),
  }),
} as const satisfies Endpoint

export type ServerSettings = z.infer<(typeof getServerSettings)['answer']>

export const setPublicAddress = {
  method: 'PUT',
  path: '/hearth/v1/server/public-address',
  summary: 'Stores the origin that clients reach the server by; it counts from the next request on.',
  ...changing,
  body: z.strictObject({ url: publicUrl }),
  answer: done,
  errors: refusals,
} as const satisfies Endpoint

export const unsetPublicAddress = {
  method: 'DELETE',
  path: '/hearth/v1/server/public-address',
  summary:
    'The address is what each request names again. Not while mails are sent: their links must not lead where a request says.',
  ...changing,
  answer: done,
  errors: { ...refusals, MAILS_NEED_PUBLIC_ADDRESS: 'failed-precondition' },
} as const satisfies Endpoint

export const testPublicAddress = {
  method: 'POST',
  path: '/hearth/v1/server/public-address:test',
  summary:
    'Asks the address as a client would, from where the server runs, and says whether this server answers there. Nothing is stored. 30 an hour.',
  who: 'server-owner',
  recentSignIn: 'always',
  body: z.strictObject({ url: publicUrl }),
  answer: z.object({
    /** `elsewhere`: something else answers; `redirected`: it leads to `location`; `tls`: no secure connection can be made. */
    result: z.enum(['answers', 'elsewhere', 'redirected', 'unknown-name', 'refused', 'tls', 'timeout', 'unreachable']),
    ms: z.number(),
    location: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

export type AddressTest = z.infer<(typeof testPublicAddress)['answer']>

export const setMailServer = {
  method: 'PUT',
  path: '/hearth/v1/server/mail-server',
  summary:
    'Stores the mail server that mails go out by; its password is sealed, and in no answer. The next mail goes there. Without `password` the stored one stays, where host, port, security and user do.',
  ...changing,
  body: mailServer,
  answer: done,
  errors: { ...refusals, MAILS_NEED_PUBLIC_ADDRESS: 'failed-precondition', PASSWORD_MISSING: 'invalid-argument' },
} as const satisfies Endpoint

export const unsetMailServer = {
  method: 'DELETE',
  path: '/hearth/v1/server/mail-server',
  summary: 'No mails are sent any more.',
  ...changing,
  answer: done,
  errors: refusals,
} as const satisfies Endpoint

export const testMailServer = {
  method: 'POST',
  path: '/hearth/v1/server/mail-server:test',
  summary:
    'Sends a test mail by the mail server of the body, or by the one that is set. Answers when it took the mail; `details.smtpCode` of an error says why it did not. Nothing is stored. 10 an hour.',
  who: 'server-owner',
  recentSignIn: 'always',
  body: z.strictObject({
    to: z.string('The address is missing.').check(z.trim(), z.maxLength(254), z.regex(email, 'It must be an address.')),
    language: z._default(z.enum(['en', 'de']), 'en'),
    mailServer: z.optional(mailServer),
  }),
  answer: z.object({ ms: z.number() }),
  errors: {
    MAIL_NOT_SENT: 'unavailable',
    MAILS_NOT_SET_UP: 'failed-precondition',
    PASSWORD_MISSING: 'invalid-argument',
    NOT_UNDER_DEV: 'failed-precondition',
  },
} as const satisfies Endpoint
