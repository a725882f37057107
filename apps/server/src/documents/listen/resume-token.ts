import { crc32 } from 'node:zlib'
import { StatusError, type Version } from '@hearth/model'
import type { Random } from '../../lib/ambient.ts'
import type { ProjectStore } from '../../persistence/persistence.ts'

/**
 * Names the history that versions belong to: 8 bytes in hex, kept as the record `epoch` of the space
 * `document-history`. Whoever restores a store to an earlier state removes that record.
 */
export type Epoch = string

/** The epoch of a store; a store without one gets one. */
export async function readEpoch(store: ProjectStore, random: Random): Promise<Epoch> {
  for (;;) {
    const record = await store.getRecord(SPACE, KEY)
    if (record !== undefined) return JSON.parse(record.value) as Epoch
    try {
      await store.commit({
        expect: [{ kind: 'record', space: SPACE, key: KEY, revision: 0 }],
        records: [{ space: SPACE, key: KEY, value: JSON.stringify(random.bytes(8).toString('hex')) }],
      })
    } catch (error) {
      // Somebody else was quicker, and theirs counts.
      if (!(error instanceof StatusError) || error.reason !== 'CONFLICT') throw error
    }
  }
}

const SPACE = 'document-history'
const KEY = 'epoch'

const FORMAT = 1
const BYTES = 21

/**
 * Where a client's knowledge ends: every commit up to `version` was sent to it. Big-endian: format (1 byte), epoch (8),
 * CRC-32 of the database id (4), version (8). It is valid for every target, because all targets of a session are at
 * the same version when it is sent.
 */
export function encodeResumeToken(epoch: Epoch, database: string, version: Version): Uint8Array {
  const bytes = Buffer.alloc(BYTES)
  bytes[0] = FORMAT
  bytes.write(epoch, 1, 8, 'hex')
  bytes.writeUInt32BE(crc32(database), 9)
  bytes.writeBigUInt64BE(BigInt(version), 13)
  return bytes
}

/** The version in a token of this database's history; undefined for an old, a foreign and a made-up one. */
export function decodeResumeToken(epoch: Epoch, database: string, token: Uint8Array): Version | undefined {
  if (token.length !== BYTES) return undefined
  const bytes = Buffer.from(token.buffer, token.byteOffset, token.length)
  if (bytes[0] !== FORMAT || bytes.toString('hex', 1, 9) !== epoch || bytes.readUInt32BE(9) !== crc32(database)) {
    return undefined
  }
  const version = Number(bytes.readBigUInt64BE(13))
  return Number.isSafeInteger(version) ? version : undefined
}
