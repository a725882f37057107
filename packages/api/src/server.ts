import * as z from 'zod/mini'
import { appConfiguration } from './apps.ts'
import type { Endpoint } from './endpoint.ts'
import { done, name, password, time } from './fields.ts'

export const getConsole = {
  method: 'GET',
  path: '/hearth/v1/console',
  summary: 'What the console’s page has to know before anybody signed in. Nothing of it is a secret.',
  who: 'everybody',
  answer: z.object({
    mode: z.enum(['start', 'dev']),
    version: z.string(),
    setupRequired: z.boolean(),
    signUpAllowed: z.boolean(),
    /** Whether accounts that don't own the server create projects too. */
    projectCreationAllowed: z.optional(z.boolean()),
    googleEnabled: z.boolean(),
    /** How one signs in to the console. */
    signIn: z.object({
      password: z.boolean(),
      emailLink: z.boolean(),
      providers: z.array(z.object({ providerId: z.string(), displayName: z.string() })),
    }),
    /** Whether mails reach somebody. */
    mailEnabled: z.boolean(),
    /** For how many days earlier versions of documents, and those deleted, are kept. */
    historyDays: z.number(),
    app: appConfiguration,
  }),
} as const satisfies Endpoint

const setting = z.object({
  name: z.string(),
  flag: z.string(),
  area: z.string(),
  help: z.string(),
  defaultText: z.string(),
  /** `stored`: set on screen. */
  from: z.enum(['default', 'environment', 'flag', 'stored']),
  /** `null` for a secret, and where the default holds. */
  value: z.nullable(z.string()),
})

export const getServer = {
  method: 'GET',
  path: '/hearth/v1/server',
  summary:
    'The server and its settings, without secrets: [The server](#the-server). Operator sessions and server credentials get 401.',
  who: 'server-owner',
  answer: z.object({
    version: z.string(),
    mode: z.enum(['start', 'dev']),
    node: z.string(),
    platform: z.string(),
    startedAt: time,
    timeZone: z.string(),
    clock: z.object({
      /** Why it is not believed. */
      doubt: z.nullable(z.enum(['jumped', 'ahead-at-start', 'behind-at-start'])),
      bySeconds: z.number(),
      /** Nothing is deleted because of its age. */
      holdsSweeps: z.boolean(),
      /** Whose documents are dated after the present. */
      aheadProjects: z.array(z.string()),
    }),
    listensAt: z.string(),
    publicUrl: z.nullable(z.string()),
    mailEnabled: z.boolean(),
    storage: z.object({
      engine: z.string(),
      folder: z.string(),
      contents: z.string(),
      storeBytes: z.number(),
      fileBytes: z.number(),
      disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }),
    }),
    projectCount: z.number(),
    backups: z.object({
      nextAt: z.nullable(time),
      folder: z.string(),
      /** Those whose newest backup is the oldest first; not all of them where there are many. */
      projects: z.array(z.object({ projectId: z.string(), name: z.string(), lastAt: z.nullable(time) })),
    }),
    settings: z.array(setting),
  }),
} as const satisfies Endpoint

export type ServerSetting = z.infer<typeof setting>
export type ServerState = z.infer<(typeof getServer)['answer']>

export const getOpenApi = {
  method: 'GET',
  path: '/hearth/v1/openapi.json',
  summary: 'This API as an [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.1.html) document.',
  who: 'account',
  answer: z.looseObject({ openapi: z.string() }),
} as const satisfies Endpoint

export const setUp = {
  method: 'POST',
  path: '/hearth/v1/setup',
  summary: 'Makes the server’s first account, its owner, for whoever brings [the set-up code](#the-set-up-code); once.',
  who: 'code-holder',
  audit: 'server.claim',
  body: z.strictObject({
    code: z
      .string('The set-up code is missing.')
      .check(z.trim(), z.minLength(1, 'The set-up code is missing.'), z.maxLength(200)),
    displayName: name,
    email: z
      .string('The e-mail address is missing.')
      .check(z.minLength(1, 'The e-mail address is missing.'), z.maxLength(320)),
    password,
  }),
  answer: done,
  errors: { SETUP_CODE_INVALID: 'permission-denied', TOO_MANY_REQUESTS: 'resource-exhausted' },
} as const satisfies Endpoint

export const resetOwner = {
  method: 'POST',
  path: '/hearth/v1/owner-reset',
  summary:
    'Answers where the server’s owner chooses a new password, for whoever put the code into `owner-reset-code` of the data folder, as `hearth owner reset` does; with `secondFactor: true` the account’s second factors and sessions are gone by then.',
  who: 'code-holder',
  audit: 'server.reset-owner',
  body: z.strictObject({
    code: z.string('The code is missing.').check(z.minLength(1, 'The code is missing.'), z.maxLength(200)),
    secondFactor: z._default(z.boolean(), false),
  }),
  answer: z.object({ email: z.string(), link: z.string(), removedFactors: z.number() }),
} as const satisfies Endpoint
