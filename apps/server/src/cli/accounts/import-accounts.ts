import { appendFile, rm, stat } from 'node:fs/promises'
import { StatusError } from '@hearth/model'
import type { BearerTokens } from '../server/bearer-tokens.ts'
import { AccountCalls, type AccountsFile } from './account-calls.ts'
import { type AccountRow, parseCsvRow, type ParsedRow, parseJsonRow, passwordComplaintOf } from './account-row.ts'
import { CommandProgress } from './command-progress.ts'
import { type FileRecord, invalidFile } from './file-record.ts'
import type { HashFlags } from './hash-options.ts'
import { readCsvRecords } from './read-csv-users.ts'
import { readJsonUsers } from './read-json-users.ts'

/** The server takes twice as many, and 8 MiB. */
const BATCH_USERS = 500
const BATCH_BYTES = 4 * 1024 * 1024

export interface ImportCounts {
  /** Of the file, so far. */
  readonly users: number
  readonly imported: number
  /** Were there already, and are left as they are. */
  readonly skipped: number
  readonly failed: number
}

/** A user who could not be imported. */
export interface RefusedUser {
  /** The place in the file, from 1. */
  readonly number: number
  readonly uid: string
  readonly complaint: string
}

export interface ImportCommand extends AccountsFile {
  /** Undefined: the file has no passwords, or they stay behind. */
  readonly hash: HashFlags | undefined
  /** Whether users without their passwords are what is wanted. */
  readonly withoutPasswords: boolean
  /** Whether users that are there already are replaced; otherwise they are skipped. */
  readonly replaces: boolean
}

interface Position extends ImportCounts {
  /** The end of the last user whose import was acknowledged. */
  readonly byte: number
}

interface Batch {
  /** The server takes none twice. */
  readonly uids: Set<string>
  readonly rows: { readonly row: AccountRow; readonly number: number }[]
  readonly refused: RefusedUser[]
  bytes: number
}

/** Where the users that could not be imported are listed, one JSON object a line. */
export function errorFileOf(file: string): string {
  return `${file}.import-errors.jsonl`
}

/**
 * Imports the users of a file, some hundreds at a time, and answers what became of them. One that was interrupted goes on behind the
 * last users that were acknowledged. Throws `invalid-argument` for a file that is none, `data-loss`/`FILE_INCOMPLETE` for one that ends
 * early, `failed-precondition`/`HASH_ALGORITHM_MISSING` for passwords whose hashes the command says nothing of, and what the server throws.
 */
export async function importAccounts(
  command: ImportCommand,
  token: BearerTokens,
  on: { refused(user: RefusedUser): void; progress(counts: ImportCounts): void },
): Promise<ImportCounts> {
  const { file, format, hash, replaces } = command
  const calls = new AccountCalls({ origin: command.access.origin, token, ...command })
  const { size, mtimeMs } = await stat(file)
  const progress = new CommandProgress<Position>(`${file}.import-progress`, {
    to: calls.name,
    hash,
    replaces,
    format,
    size,
    mtimeMs,
  })
  const known = await progress.find()
  if (known === undefined) await rm(errorFileOf(file), { force: true })
  let position: Position = known ?? { byte: 0, users: 0, imported: 0, skipped: 0, failed: 0 }

  let batch: Batch = { uids: new Set(), rows: [], refused: [], bytes: 0 }
  const send = async (end: number, users: number): Promise<void> => {
    const { skipped, refused } = await sendBatch(calls, command, batch)
    const imported = batch.rows.length - skipped - (refused.length - batch.refused.length)
    for (const user of refused) on.refused(user)
    if (refused.length > 0) await appendFile(errorFileOf(file), lines(refused), { mode: 0o600 })
    position = {
      byte: end,
      users,
      imported: position.imported + imported,
      skipped: position.skipped + skipped,
      failed: position.failed + refused.length,
    }
    batch = { uids: new Set(), rows: [], refused: [], bytes: 0 }
    await progress.write(position)
    on.progress(position)
  }

  let last: FileRecord | undefined
  const read = format === 'csv' ? readCsvRecords : readJsonUsers
  for await (const record of read(file, { byte: position.byte, number: position.users })) {
    const parsed = parse(record, format)
    if (parsed.kind === 'row' && last !== undefined && batch.uids.has(parsed.row.localId))
      await send(last.end, last.number)
    addTo(batch, parsed, record, command)
    last = record
    if (batch.rows.length + batch.refused.length < BATCH_USERS && batch.bytes < BATCH_BYTES) continue
    await send(record.end, record.number)
  }
  if (last !== undefined && last.number > position.users) await send(last.end, last.number)
  await progress.remove()
  return position
}

function parse(record: FileRecord, format: 'json' | 'csv'): ParsedRow {
  if (format === 'csv') return parseCsvRow(record.text)
  try {
    return parseJsonRow(record.text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw invalidFile(`User ${record.number} is not JSON.`)
  }
}

function addTo(batch: Batch, parsed: ParsedRow, { number, text }: FileRecord, command: ImportCommand): void {
  if (parsed.kind === 'refused') {
    batch.refused.push({ number, uid: parsed.uid, complaint: parsed.complaint })
    return
  }
  const { passwordHash, salt, ...others } = parsed.row
  const hasPassword = passwordHash !== undefined && passwordHash !== ''
  const takesPassword = hasPassword && !command.withoutPasswords
  const complaint = takesPassword ? passwordComplaintOf(parsed.row) : undefined
  if (complaint !== undefined) {
    batch.refused.push({ number, uid: parsed.row.localId, complaint })
    return
  }
  if (takesPassword && command.hash === undefined && !passwordHash.startsWith('fakeHash:')) {
    throw new StatusError(
      'failed-precondition',
      'HASH_ALGORITHM_MISSING',
      `User ${number} has a password. Say how it is hashed (--hash-algo …), or --without-passwords.`,
    )
  }
  const row = takesPassword ? { ...others, passwordHash, ...(salt !== undefined && { salt }) } : others
  batch.uids.add(row.localId)
  batch.rows.push({ row, number })
  batch.bytes += text.length
}

async function sendBatch(
  calls: AccountCalls,
  { hash, replaces }: ImportCommand,
  batch: Batch,
): Promise<{ skipped: number; refused: RefusedUser[] }> {
  const refused = [...batch.refused]
  if (batch.rows.length === 0) return { skipped: 0, refused }
  const options = { hash: hash ?? {}, allowOverwrite: replaces }
  const errors = await calls.import(
    batch.rows.map(({ row }) => row),
    options,
  )
  let skipped = 0
  for (const { index, message } of errors) {
    const of = batch.rows[index]
    if (message.startsWith('DUPLICATE_LOCAL_ID') && !replaces) skipped++
    else if (of !== undefined) refused.push({ number: of.number, uid: of.row.localId, complaint: message })
  }
  return { skipped, refused: refused.toSorted((one, other) => one.number - other.number) }
}

function lines(refused: readonly RefusedUser[]): string {
  return refused.map((user) => `${JSON.stringify(user)}\n`).join('')
}
