import { callHearth } from './call-hearth.ts'

/** What an app needs to know to speak to its project. */
export interface AppIdentity {
  readonly apiKey: string
  readonly appId: string
  readonly projectId: string
  readonly storageBucket: string
  readonly measurementId?: string | undefined
}

export interface SignInProvider {
  readonly providerId: string
  readonly displayName: string
}

export interface ConsoleSettings {
  readonly mode: 'start' | 'dev'
  readonly version: string
  readonly setupRequired: boolean
  readonly signUpAllowed: boolean
  /** Whether accounts that don't own the server create projects too. */
  readonly projectCreationAllowed?: boolean | undefined
  /** Whether mails reach somebody. */
  readonly mailEnabled: boolean
  /** For how many days earlier versions of documents, and those deleted, are kept. */
  readonly historyDays: number
  /** How one signs in to the console. */
  readonly signIn: {
    readonly password: boolean
    readonly emailLink: boolean
    readonly providers: readonly SignInProvider[]
  }
  readonly app: AppIdentity
}

/** What the server tells everybody: how it runs and which app the console is. */
export async function getConsoleSettings(): Promise<ConsoleSettings> {
  return await callHearth({ path: '/hearth/v1/console', answer: isConsoleSettings })
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
