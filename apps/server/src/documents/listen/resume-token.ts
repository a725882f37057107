import { crc32 } from 'node:zlib'
import type { Version } from '@hearth/model'

const FORMAT = 1
const BYTES = 21

/**
 * Where a client's knowledge ends: every commit up to `version` of this incarnation of the store was sent to it. Big-endian: format (1 byte), incarnation (8),
 * CRC-32 of the database id (4), version (8). It is valid for every target, because all targets of a session are at
 * the same version when it is sent.
 */
export function encodeResumeToken(incarnation: string, database: string, version: Version): Uint8Array {
  const bytes = Buffer.alloc(BYTES)
  bytes[0] = FORMAT
  bytes.write(incarnation, 1, 8, 'hex')
  bytes.writeUInt32BE(crc32(database), 9)
  bytes.writeBigUInt64BE(BigInt(version), 13)
  return bytes
}

/** The version in a token of this database's history; undefined for an old, a foreign and a made-up one. */
export function decodeResumeToken(incarnation: string, database: string, token: Uint8Array): Version | undefined {
  if (token.length !== BYTES) return undefined
  const bytes = Buffer.from(token.buffer, token.byteOffset, token.length)
  if (bytes[0] !== FORMAT || bytes.toString('hex', 1, 9) !== incarnation || bytes.readUInt32BE(9) !== crc32(database)) {
    return undefined
  }
  const version = Number(bytes.readBigUInt64BE(13))
  return Number.isSafeInteger(version) ? version : undefined
}
