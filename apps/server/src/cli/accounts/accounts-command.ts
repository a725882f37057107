import { oneLine } from '@hearth/model'
import type { Command } from 'commander'
import { SettingsError } from '../../config/server-config.ts'
import { CommandFailure, type CommandContext, newCommand, onFile, projectOption, valueOption } from '../command.ts'
import { openBearerTokens } from '../server/bearer-tokens.ts'
import { readServerAccess, type ServerOptions, withServerOptions } from '../server/server-access.ts'
import type { AccountsFile } from './account-calls.ts'
import { exportAccounts, type ExportCommand } from './export-accounts.ts'
import { readHashFlags, withHashOptions } from './hash-options.ts'
import { errorFileOf, importAccounts, type ImportCommand } from './import-accounts.ts'

const TOLD_EVERY_MS = 1_000
/** Of the users that could not be imported, so many are told on the terminal; the file has all. */
const TOLD_ERRORS_MAX = 20

interface TargetOptions extends ServerOptions {
  readonly project: string
  readonly tenant?: string
  readonly format?: string
}

interface ImportOptions extends TargetOptions {
  readonly withoutPasswords?: boolean
  readonly replace?: boolean
}

interface ExportOptions extends TargetOptions {
  readonly hashAlgo?: string
  readonly portable?: boolean
  readonly includeTotpSecrets?: boolean
}

/** `hearth accounts import|export` */
export function accountsCommand(context: CommandContext): Command {
  const accounts = newCommand('accounts', context)
    .description(
      'Users, in the files of "firebase auth:export" and "auth:import", into a running server and out of it.',
    )
    .addHelpText('after', '\nRun again, both go on where they were interrupted.')
  const importing = accounts
    .command('import')
    .description('make the users of a file')
    .option('--replace', 'users that are there are replaced, and signed out; without it they are skipped')
    .option('--without-passwords', 'import users whose passwords stay behind')
    .action(async (file: string, options: ImportOptions, command: Command) => {
      const hash = readHashFlags(command)
      const { withoutPasswords = false, replace: replaces = false } = options
      if (hash !== undefined && withoutPasswords) {
        throw new SettingsError(['--hash-algo and --without-passwords are two answers to one question.'])
      }
      const target = readTarget(file, options, context)
      await onFile(file, () => importFile({ ...target, hash, withoutPasswords, replaces }, context.tell))
    })
  const exporting = accounts
    .command('export')
    .description('write the users into a file')
    .addOption(
      valueOption(
        '--hash-algo <name>',
        'hashes of this algorithm alone, as they came; without it all, for --hash-algo HEARTH',
      ),
    )
    .option('--portable', 'only what "firebase auth:import" takes')
    .option(
      '--include-totp-secrets',
      'authenticator apps with their secrets: whoever has the file has the second factor',
    )
    .action(async (file: string, options: ExportOptions) => {
      const target = readTarget(file, options, context)
      const { portable: isPortable = false, includeTotpSecrets: includesTotpSecrets = false } = options
      if (includesTotpSecrets && (target.format === 'csv' || isPortable)) {
        throw new SettingsError([
          '--include-totp-secrets needs a JSON file without --portable: the vendor has no place for them.',
        ])
      }
      const hashAlgorithm = options.hashAlgo?.toUpperCase()
      const exported = { ...target, isPortable, includesTotpSecrets, hashAlgorithm }
      await onFile(file, () => exportFile(exported, context.tell))
    })
  for (const command of [importing, exporting]) {
    command
      .argument('<file>')
      .addOption(projectOption())
      .addOption(valueOption('--tenant <id>', 'the users of a tenant'))
      .addOption(valueOption('--format <json|csv>', 'default: what the file is called'))
    withServerOptions(command)
  }
  withHashOptions(importing)
  return accounts
}

/** Throws `SettingsError`. */
function readTarget(file: string, options: TargetOptions, { environment }: CommandContext): AccountsFile {
  const format = options.format ?? /\.(json|csv)$/i.exec(file)?.[1]?.toLowerCase()
  if (format !== 'json' && format !== 'csv') {
    throw new SettingsError(['Name a file that ends in .json or .csv, or say --format json or --format csv.'])
  }
  const { project, tenant } = options
  return { file, format, project, tenant, access: readServerAccess(options, environment) }
}

async function importFile(command: ImportCommand, tell: (sentence: string) => void): Promise<void> {
  const due = pacedBy(TOLD_EVERY_MS)
  let told = 0
  const { users, imported, skipped, failed } = await importAccounts(
    command,
    await openBearerTokens(command.access.credential, command.project),
    {
      refused({ number, uid, complaint }) {
        if (told++ < TOLD_ERRORS_MAX) tell(oneLine(`User ${number}${uid === '' ? '' : ` (${uid})`}: ${complaint}`))
      },
      progress(counts) {
        if (due()) tell(`${count(counts.users)} users read, ${count(counts.imported)} imported …`)
      },
    },
  )
  const there = skipped === 0 ? '' : `, ${count(skipped)} were there already`
  tell(`${count(users)} users: ${count(imported)} imported${there}, ${count(failed)} could not be imported.`)
  if (failed === 0) return
  throw new CommandFailure(`${errorFileOf(command.file)} names everyone who could not be imported, and why.`)
}

async function exportFile(command: ExportCommand, tell: (sentence: string) => void): Promise<void> {
  const due = pacedBy(TOLD_EVERY_MS)
  const token = await openBearerTokens(command.access.credential, command.project)
  const counts = await exportAccounts(command, token, ({ users }) => {
    if (due()) tell(`${count(users)} users exported …`)
  })
  tell(`${count(counts.users)} users exported.`)
  if (counts.withoutPassword > 0) {
    tell(`${count(counts.withoutPassword)} of them without their password, whose hash is of another algorithm.`)
  }
  if (counts.withoutProvider > 0) {
    tell(`${count(counts.withoutProvider)} of them without a provider that the format has no place for.`)
  }
  if (counts.withoutFactor > 0) {
    tell(`${count(counts.withoutFactor)} of them without a second factor. ${reasonOf(command)}`)
  }
  if (counts.withoutPasskeys > 0) {
    tell(`${count(counts.withoutPasskeys)} of them without their passkeys. ${VENDORS_FILES_LACK_THEM}`)
  }
}

const VENDORS_FILES_LACK_THEM = "The vendor's files have no place for them."

/** Why second factors were left out. */
function reasonOf({ format, isPortable }: ExportCommand): string {
  return format === 'csv' || isPortable
    ? VENDORS_FILES_LACK_THEM
    : 'Secrets of authenticator apps come along with --include-totp-secrets.'
}

function pacedBy(everyMs: number): () => boolean {
  let at = performance.now()
  return () => {
    if (performance.now() - at < everyMs) return false
    at = performance.now()
    return true
  }
}

function count(number: number): string {
  return number.toLocaleString('en')
}
