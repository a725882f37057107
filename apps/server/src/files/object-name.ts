import { StatusError } from '@hearth/model'

const NAME_BYTES_MAX = 1_024

/**
 * Checks the name of a stored file: 1 to 1,024 bytes of UTF-8 without NUL or line breaks, and not `.` or `..`, which clients take for
 * another address (Cloud Storage, "Object naming guidelines"); as a part of a longer name they are percent-encoded and come through.
 * Names are keys only; they never become paths of the server's disk.
 */
export function validateObjectName(name: string): void {
  if (name === '') throw refused('A file needs a name.')
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) throw refused(`A file name may hold at most ${NAME_BYTES_MAX} bytes.`)
  // oxlint-disable-next-line no-control-regex -- these are the characters to refuse
  if (/[\u0000\r\n]/.test(name)) throw refused('A file name may not hold NUL or line breaks.')
  if (!name.isWellFormed()) throw refused('A file name must be valid Unicode.')
  if (name === '.' || name === '..') throw refused("A file can't be named '.' or '..'.")
}

function refused(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_OBJECT_NAME', message)
}

/** The smallest text that orders (by UTF-8 bytes) after everything that starts with `prefix`; undefined when nothing does. */
export function afterPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.length > 0) {
    const last = points.pop() ?? 0
    if (last < 0x10ffff) {
      const next = last + 1 >= 0xd800 && last + 1 <= 0xdfff ? 0xe000 : last + 1
      return String.fromCodePoint(...points, next)
    }
  }
  return undefined
}
