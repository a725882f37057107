import { type HashFlags, hashFlagNames, hashFlagsHelp, parseHashFlags } from './hash-options.ts'
import { parseServerAccess, type ServerAccess, serverAccessFlags, serverAccessHelp } from '../server/server-access.ts'
import { type Environment, type Flags, SettingsError } from '../../config/server-config.ts'

export type AccountFormat = 'json' | 'csv'

interface AccountsTarget {
  readonly file: string
  readonly format: AccountFormat
  readonly project: string
  readonly tenant: string | undefined
  readonly access: ServerAccess
}

export type AccountsCommand =
  | (AccountsTarget & {
      readonly action: 'import'
      /** Undefined: the file has no passwords, or they stay behind. */
      readonly hash: HashFlags | undefined
      /** Whether users without their passwords are what is wanted. */
      readonly withoutPasswords: boolean
      /** Whether users that are there already are replaced; otherwise they are skipped. */
      readonly replaces: boolean
    })
  | (AccountsTarget & {
      readonly action: 'export'
      /** Leaves out what the vendor's own import refuses. */
      readonly isPortable: boolean
      /** Puts the secrets of authenticator apps into the file. */
      readonly includesTotpSecrets: boolean
      /** Hashes of this algorithm alone, as the vendor writes them. */
      readonly hashAlgorithm: string | undefined
    })

const shared = ['project', 'tenant', 'format', ...serverAccessFlags]
const known = {
  import: new Set<string>([...shared, ...hashFlagNames, 'without-passwords', 'replace']),
  export: new Set<string>([...shared, 'hash-algo', 'portable', 'include-totp-secrets']),
}
const switches = new Set(['without-passwords', 'replace', 'portable', 'include-totp-secrets'])

export const accountsCommandHelp = `Users, in the files of "firebase auth:export" and "auth:import", into a running server and out of it:
  hearth accounts import <file> --project <id> [--hash-algo <name> …] [--replace]
  hearth accounts export <file> --project <id> [--hash-algo <name>] [--portable] [--include-totp-secrets]
      --format <json|csv>   default: what the file is called
      --tenant <id>         the users of a tenant
      --replace             users that are there are replaced, and signed out; without it they are skipped
      --without-passwords   import users whose passwords stay behind
      --portable            export only what "firebase auth:import" takes
      --include-totp-secrets
                            export authenticator apps with their secrets: whoever has the file has the second factor
      --hash-algo <name>    export: hashes of this algorithm alone, as they came; without it all, for --hash-algo HEARTH
${hashFlagsHelp}${serverAccessHelp}      Run again, both go on where they were interrupted.
`

/** Throws `SettingsError` with everything that is wrong. */
export function parseAccountsCommand(
  action: string | undefined,
  file: string | undefined,
  flags: Flags,
  environment: Environment,
): AccountsCommand {
  if (action !== 'export' && action !== 'import') {
    throw new SettingsError(['Say what to do: accounts export or accounts import.'])
  }
  const complaints: string[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (!known[action].has(name)) complaints.push(`--${name} is not a setting of accounts ${action}.`)
    else if (switches.has(name) && value !== true) complaints.push(`--${name} takes no value.`)
    else if (!switches.has(name) && value === true) complaints.push(`--${name} needs a value.`)
  }
  const text = (name: string): string | undefined => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const [project, tenant] = [text('project'), text('tenant')]
  if (project === undefined) complaints.push('--project is missing: the id of the project.')
  if (file === undefined) complaints.push(`The file is missing: accounts ${action} users.json`)
  const format = text('format') ?? /\.(json|csv)$/i.exec(file ?? '')?.[1]?.toLowerCase()
  if (format !== 'json' && format !== 'csv' && file !== undefined) {
    complaints.push('Name a file that ends in .json or .csv, or say --format json or --format csv.')
  }
  const access = parseServerAccess(text, environment, complaints)
  const hash = action === 'import' ? parseHashFlags(text, complaints) : undefined
  if (hash !== undefined && flags['without-passwords'] === true) {
    complaints.push('--hash-algo and --without-passwords are two answers to one question.')
  }
  if (flags['include-totp-secrets'] === true && (format === 'csv' || flags['portable'] === true)) {
    complaints.push('--include-totp-secrets needs a JSON file without --portable: the vendor has no place for them.')
  }
  if (complaints.length > 0) throw new SettingsError(complaints)
  const target = {
    file: file ?? '',
    format: format === 'csv' ? 'csv' : 'json',
    project: project ?? '',
    tenant,
    access,
  } as const
  if (action === 'export') {
    return {
      ...target,
      action,
      isPortable: flags['portable'] === true,
      includesTotpSecrets: flags['include-totp-secrets'] === true,
      hashAlgorithm: text('hash-algo')?.toUpperCase(),
    }
  }
  return {
    ...target,
    action,
    hash,
    withoutPasswords: flags['without-passwords'] === true,
    replaces: flags['replace'] === true,
  }
}
