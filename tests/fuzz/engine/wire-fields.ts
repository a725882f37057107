/** A field as it stands on the wire; what is length-delimited and reads as a message is one. */
export interface WireField {
  number: number
  type: number
  content: Buffer | WireField[]
}

const DEPTH_MAX = 40
/** The type of what is no field: bytes that are written without a head. */
export const BARE = -1

/** Undefined when the bytes are no message. */
export function readFields(bytes: Buffer, depth = 0): WireField[] | undefined {
  const fields: WireField[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint(bytes, at)
    if (tag === undefined || tag.value >> 3n === 0n || tag.value > 0xffffffffn) return undefined
    const number = Number(tag.value >> 3n)
    const type = Number(tag.value & 7n)
    let end: number
    let start = tag.end
    if (type === 0) end = readVarint(bytes, start)?.end ?? Number.POSITIVE_INFINITY
    else if (type === 1) end = start + 8
    else if (type === 5) end = start + 4
    else if (type === 2) {
      const length = readVarint(bytes, start)
      if (length === undefined) return undefined
      start = length.end
      end = start + Number(length.value)
    } else return undefined
    if (end > bytes.length) return undefined
    const content = bytes.subarray(start, end)
    const inner = type === 2 && content.length > 1 && depth < DEPTH_MAX ? readFields(content, depth + 1) : undefined
    fields.push({ number, type, content: inner ?? content })
    at = end
  }
  return fields
}

export function writeFields(fields: readonly WireField[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const { type, content } = field
      const bytes = Buffer.isBuffer(content) ? content : writeFields(content)
      if (type === BARE) return [bytes]
      return type === 2 ? [headOf(field, bytes.length), bytes] : [headOf(field), bytes]
    }),
  )
}

/** The tag of a field, and the length of its content where it has one. */
export function headOf({ number, type }: Pick<WireField, 'number' | 'type'>, length?: number): Buffer {
  const tag = varint((BigInt(number) << 3n) | BigInt(type))
  return length === undefined ? tag : Buffer.concat([tag, varint(BigInt(length))])
}

/** The lists of fields of a message and of all messages in it. */
export function listsIn(message: WireField[]): WireField[][] {
  return [message, ...message.flatMap(({ content }) => (Buffer.isBuffer(content) ? [] : listsIn(content)))]
}

export function varint(value: bigint): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)])
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}

function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n
  for (let at = start; at < Math.min(bytes.length, start + 10); at++) {
    value |= BigInt((bytes[at] ?? 0) & 0x7f) << BigInt(7 * (at - start))
    if ((bytes[at] ?? 0) < 0x80) return { value, end: at + 1 }
  }
  return undefined
}
