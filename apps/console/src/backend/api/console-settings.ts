import type * as api from '@hearth/api'
import { callHearth } from './call-hearth.ts'

type Answer = api.AnswerOf<typeof api.getConsole>

/** What an app needs to know to speak to its project. */
export type AppIdentity = Omit<Answer['app'], 'authDomain'>
export type SignInProvider = Answer['signIn']['providers'][number]
export type ConsoleSettings = Omit<Answer, 'googleEnabled' | 'app'> & { readonly app: AppIdentity }

/** A word of the contract alone: its schemas are not loaded before somebody signs in. */
const address: Pick<typeof api.getConsole, 'method' | 'path'> = { method: 'GET', path: '/hearth/v1/console' }

/** What the server tells everybody: how it runs and which app the console is. */
export async function getConsoleSettings(): Promise<ConsoleSettings> {
  return await callHearth({ ...address, answer: isConsoleSettings })
}

/** By hand, as nothing else of the sign-in page needs the library that checks answers everywhere else. */
export function isConsoleSettings(value: unknown): value is ConsoleSettings {
  return hasParts<ConsoleSettings>(value, {
    mode: (mode) => mode === 'start' || mode === 'dev',
    version: isText,
    setupRequired: isFlag,
    signUpAllowed: isFlag,
    projectCreationAllowed: (allowed) => allowed === undefined || isFlag(allowed),
    mailEnabled: isFlag,
    historyDays: Number.isInteger,
    signIn: (signIn) =>
      hasParts<ConsoleSettings['signIn']>(signIn, {
        password: isFlag,
        emailLink: isFlag,
        providers: (providers) =>
          Array.isArray(providers) &&
          providers.every((one) => hasParts<SignInProvider>(one, { providerId: isText, displayName: isText })),
      }),
    app: (app) =>
      hasParts<AppIdentity>(app, {
        apiKey: isText,
        appId: isText,
        projectId: isText,
        storageBucket: isText,
        measurementId: (id) => id === undefined || isText(id),
      }),
  })
}

type Check = (value: unknown) => boolean

function hasParts<Whole>(value: unknown, parts: Readonly<Record<keyof Whole & string, Check>>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const whole = value as Record<string, unknown>
  return Object.entries<Check>(parts).every(([name, isGood]) => isGood(whole[name]))
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isFlag(value: unknown): boolean {
  return typeof value === 'boolean'
}
