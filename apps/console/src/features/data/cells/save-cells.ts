import type { QueryDocumentSnapshot } from 'firebase/firestore'
import { formatFieldPath } from '@hearth/model/field-path'
import { commit, type FieldChange, untilNotOvertaken, update } from '../../../documents/commit.ts'
import type { ProjectDatabase } from '../../../documents/project-database.ts'
import { asGuessed } from '../../../documents/values/sdk-value.ts'
import { equals, type TypedValue } from '../../../documents/values/typed-value.ts'
import { decodeFields } from '../../../documents/values/wire-value.ts'
import { connection } from '../../../backend/live/connection.ts'
import { NoAnswer, untilAway } from '../../../backend/live/answer-in-time.ts'
import { track } from '../../../backend/telemetry.ts'
import { batchGet } from '../queries/batch-get.ts'
import { ChangedMeanwhile } from '../queries/save-changes.ts'
import { valueAt } from '../draft/changes.ts'
import type { WayBack } from '../undo-steps.ts'

/** A cell that is to hold another value; undefined takes its field away. */
export interface CellWrite {
  readonly document: QueryDocumentSnapshot
  /** The path of the field as people write it, and in parts. */
  readonly field: string
  readonly path: readonly string[]
  /** What it shows, as far as the SDK can tell. */
  readonly was: TypedValue | undefined
  readonly value: TypedValue | undefined
  /** Where the value was copied from, which alone knows it exactly. */
  readonly origin?: CellOrigin
}

/** A field of a document. */
export interface CellOrigin {
  readonly document: string
  readonly path: readonly string[]
}

/** A commit writes so many documents at most. */
export const documentsMax = 500
const readAtOnce = 200

interface Wanted {
  readonly path: readonly string[]
  readonly value: TypedValue | undefined
  readonly origin?: CellOrigin | undefined
  /** Whether what the document holds now may be written over. */
  readonly isExpected: (now: TypedValue | undefined) => boolean
}

/**
 * Writes all cells in one commit, or none, with the exact types that they have: where an integer is written over a double it becomes one.
 * Throws `ChangedMeanwhile` when a cell, or one that was copied, holds something else by now than it showed, or its document is gone; `NoAnswer`; or what the server
 * answers. Returns the way back, in one commit as well, which throws the same.
 */
export async function saveCells(database: ProjectDatabase, cells: readonly CellWrite[]): Promise<WayBack> {
  const wanted = new Map<string, Wanted[]>()
  for (const { document, path, was, value, origin } of cells) {
    const isExpected = (now: TypedValue | undefined): boolean => equals(now && asGuessed(now), was && asGuessed(was))
    wanted.set(document.ref.path, [...(wanted.get(document.ref.path) ?? []), { path, value, origin, isExpected }])
  }
  const back = await writeWithWayBack(database, wanted)
  track({ name: 'document_write', operation: 'update' })
  return back
}

async function writeWithWayBack(
  database: ProjectDatabase,
  wanted: ReadonlyMap<string, readonly Wanted[]>,
): Promise<WayBack> {
  const written = await writeAll(database, wanted)
  const back = new Map(
    [...written].map(([path, changes]) => [
      path,
      changes.map(({ path: field, value, was }) => ({
        path: field,
        value: was,
        isExpected: (now: TypedValue | undefined) => equals(now, value),
      })),
    ]),
  )
  return async () => await writeWithWayBack(database, back)
}

interface Written extends FieldChange {
  readonly was: TypedValue | undefined
}

async function writeAll(
  database: ProjectDatabase,
  wanted: ReadonlyMap<string, readonly Wanted[]>,
): Promise<ReadonlyMap<string, readonly Written[]>> {
  if (connection.getSnapshot().status !== 'live') throw new NoAnswer()
  const aborting = new AbortController()
  let written = new Map<string, readonly Written[]>()
  try {
    await untilAway(
      untilNotOvertaken(async () => {
        const read = await readAll(database, wanted)
        written = new Map(
          [...wanted].map(([path, changes]) => [
            path,
            changes.map((change) => writtenOver(change, read.get(path)?.fields, exactly(change, read))),
          ]),
        )
        const writes = [...written].map(([path, changes]) =>
          update(database, path, changes, { updateTime: read.get(path)?.updateTime ?? '' }),
        )
        aborting.signal.throwIfAborted()
        await commit(database, writes, aborting.signal)
      }),
    )
  } catch (thrown) {
    aborting.abort()
    throw thrown
  }
  return written
}

/** The value as the cell that it was copied from has it. */
function exactly({ value, origin }: Wanted, read: ReadonlyMap<string, Read>): TypedValue | undefined {
  if (origin === undefined || value === undefined) return value
  const fields = read.get(origin.document)?.fields
  const exact = fields && valueAt(fields, origin.path)
  if (exact === undefined || !equals(asGuessed(exact), asGuessed(value))) throw new ChangedMeanwhile()
  return exact
}

function writtenOver(
  { path, isExpected }: Wanted,
  fields: ReturnType<typeof decodeFields> | undefined,
  value: TypedValue | undefined,
): Written {
  const was = fields && valueAt(fields, path)
  if (fields === undefined || !isExpected(was)) throw new ChangedMeanwhile()
  const isRound = value?.kind === 'integer' && was?.kind === 'double'
  return { path, was, value: isRound ? { kind: 'double', value: Number(value.value) } : value }
}

interface Read {
  readonly fields: ReturnType<typeof decodeFields>
  readonly updateTime: string
}

async function readAll(
  database: ProjectDatabase,
  wanted: ReadonlyMap<string, readonly Wanted[]>,
): Promise<ReadonlyMap<string, Read>> {
  const changes = [...wanted.values()].flat()
  const origins = changes.flatMap(({ origin }) => (origin === undefined ? [] : [origin]))
  const paths = [...new Set([...wanted.keys(), ...origins.map(({ document }) => document)])]
  const mask = [...new Set([...changes, ...origins].map(({ path }) => formatFieldPath(path.slice(0, 1))))]
  const read = new Map<string, Read>()
  for (let from = 0; from < paths.length; from += readAtOnce) {
    for (const found of await batchGet(database, paths.slice(from, from + readAtOnce), mask)) {
      read.set(found.path, { fields: decodeFields(found.fields, database.root), updateTime: found.updateTime })
    }
  }
  return read
}
