import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { StatusError } from '@hearth/model'
import type { StoreCopy } from '../store-copy.ts'
import { assertOwnFormat, syncPath } from './schema.ts'
import { primaryCode } from './sqlite-errors.ts'

const DIGEST_CHUNK_BYTES = 1024 * 1024
/** https://www.sqlite.org/rescode.html */
const FULL = 13

/**
 * Copies a store in use. `VACUUM INTO` reads one snapshot (https://www.sqlite.org/lang_vacuum.html): writers go on, and their log grows until
 * it is done. The copy is one file, without a log of its own.
 */
export function copyStore(from: string, to: string): StoreCopy {
  // Made here because the engine would make it readable for others; an empty file it writes to.
  closeSync(openSync(to, 'wx', 0o600))
  const database = new DatabaseSync(from, { readOnly: true, timeout: 5_000 })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } catch (cause) {
    rmSync(to, { force: true })
    if (primaryCode(cause) !== FULL) throw cause
    throw new StatusError('resource-exhausted', 'DISK_FULL', 'The disk has no space left for a copy.', { cause })
  } finally {
    database.close()
  }
  syncPath(to)
  syncPath(dirname(to))
  return verifyCopy(to)
}

/** Throws `data-loss`/`COPY_DAMAGED`, `failed-precondition`/`DATA_FORMAT_NEWER`. */
export function verifyCopy(file: string): StoreCopy {
  const digest = digestOf(file)
  const database = openCopyFile(file)
  try {
    assertOwnFormat(database, file)
    const findings = database.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[]
    if (findings.length !== 1 || findings[0]?.integrity_check !== 'ok') {
      throw damaged(findings.map((finding) => finding.integrity_check).join('; '))
    }
    const counted = countStore(database)
    const alive = database.prepare('SELECT count(*) AS alive FROM documents WHERE fields IS NOT NULL').get()
    if (alive?.['alive'] !== counted.documents) throw damaged('the documents are not as many as it says')
    return { ...counted, ...digest }
  } catch (cause) {
    if (cause instanceof StatusError) throw cause
    throw damaged('it can’t be read', cause)
  } finally {
    database.close()
  }
}

/** Nobody writes it any more, so it needs no locks and no files beside it. */
export function openCopyFile(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  database.exec('PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  return database
}

export function countStore(database: DatabaseSync): Pick<StoreCopy, 'version' | 'documents' | 'records'> {
  const meta = database.prepare('SELECT version, documents FROM meta').get() as { version: number; documents: number }
  const { records } = database.prepare('SELECT count(*) AS records FROM records').get() as { records: number }
  return { version: meta.version, documents: meta.documents, records }
}

function digestOf(file: string): Pick<StoreCopy, 'sizeBytes' | 'sha256'> {
  const hash = createHash('sha256')
  const chunk = Buffer.allocUnsafe(DIGEST_CHUNK_BYTES)
  const descriptor = openSync(file, 'r')
  let sizeBytes = 0
  try {
    for (let read = -1; read !== 0;) {
      read = readSync(descriptor, chunk, 0, chunk.length, null)
      sizeBytes += read
      hash.update(chunk.subarray(0, read))
    }
  } finally {
    closeSync(descriptor)
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

function damaged(what: string, cause?: unknown): StatusError {
  return new StatusError('data-loss', 'COPY_DAMAGED', `The copy of the store is damaged: ${what}.`, { cause })
}
