import { oneLine, StatusError } from '@hearth/model'
import type { AccountsCommand } from './accounts-command.ts'
import { openBearerTokens } from '../server/bearer-tokens.ts'
import { exportAccounts, type ExportCommand } from './export-accounts.ts'
import { errorFileOf, importAccounts, type ImportCommand } from './import-accounts.ts'

const toldEveryMs = 1_000
/** Of the users that could not be imported, so many are told on the terminal; the file has all. */
const toldErrorsMax = 20

/** Runs the command and tells how far it has come. Answers the exit status: 0, or 1 after sentences about what went wrong. */
export async function runAccounts(command: AccountsCommand, tell: (sentence: string) => void): Promise<number> {
  try {
    return command.action === 'import' ? await runImport(command, tell) : await runExport(command, tell)
  } catch (error) {
    if (error instanceof StatusError) tell(error.message)
    else if (error instanceof Error && 'syscall' in error) tell(`${command.file} can't be used: ${error.message}.`)
    else throw error
    return 1
  }
}

async function runImport(command: ImportCommand, tell: (sentence: string) => void): Promise<number> {
  const due = pacedBy(toldEveryMs)
  let told = 0
  const { users, imported, skipped, failed } = await importAccounts(
    command,
    await openBearerTokens(command.access.credential, command.project),
    {
      refused({ number, uid, complaint }) {
        if (told++ < toldErrorsMax) tell(oneLine(`User ${number}${uid === '' ? '' : ` (${uid})`}: ${complaint}`))
      },
      progress(counts) {
        if (due()) tell(`${count(counts.users)} users read, ${count(counts.imported)} imported …`)
      },
    },
  )
  const there = skipped === 0 ? '' : `, ${count(skipped)} were there already`
  tell(`${count(users)} users: ${count(imported)} imported${there}, ${count(failed)} could not be imported.`)
  if (failed === 0) return 0
  tell(`${errorFileOf(command.file)} names everyone who could not be imported, and why.`)
  return 1
}

async function runExport(command: ExportCommand, tell: (sentence: string) => void): Promise<number> {
  const due = pacedBy(toldEveryMs)
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
    tell(`${count(counts.withoutPasskeys)} of them without their passkeys. ${vendorsFilesLackThem}`)
  }
  return 0
}

const vendorsFilesLackThem = "The vendor's files have no place for them."

/** Why second factors were left out. */
function reasonOf({ format, isPortable }: ExportCommand): string {
  return format === 'csv' || isPortable
    ? vendorsFilesLackThem
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
