import type { Dice } from './dice.ts'
import { mutateBytes } from './mutate-bytes.ts'

/** A field as it stands on the wire; what is length-delimited and reads as a message is one. */
interface WireField {
  number: number
  type: number
  content: Buffer | WireField[]
}

const DEPTH_MAX = 40

/** Changes fields and keeps the lengths around them right; undefined when the input is no message. */
export function mutateProtobuf(input: Buffer, dice: Dice, other: Buffer, words: readonly string[]): Buffer | undefined {
  const message = parse(input, 0)
  if (message === undefined) return undefined
  const theirs = listsIn(parse(other, 0) ?? [])
  for (let left = 1 << dice.below(3); left > 0; left--) change(message, dice, dice.pick(theirs), words)
  return write(message)
}

function change(message: WireField[], dice: Dice, theirs: readonly WireField[], words: readonly string[]): void {
  const list = dice.pick(listsIn(message))
  const at = dice.below(list.length + 1)
  const field = list[at]
  if (field === undefined) {
    if (theirs.length > 0) list.push(copyOf(dice.pick(theirs)))
    return
  }
  switch (dice.below(6)) {
    case 0:
      list.splice(at, 1)
      return
    case 1:
      list.splice(at, 0, ...Array.from({ length: dice.pick([1, 1, 11, 31, 101]) }, () => copyOf(field)))
      return
    case 2:
      field.number = dice.once(4) ? 1 + dice.below(0x1fffffff) : 1 + dice.below(24)
      return
    case 3:
      if (theirs.length > 0) list[at] = copyOf(dice.pick(theirs))
      return
    case 4:
      list[at] = { number: field.number, type: 2, content: [copyOf(field)] }
      return
    default:
      field.content = changeContent(field, dice, words)
  }
}

function changeContent(field: WireField, dice: Dice, words: readonly string[]): Buffer {
  if (field.type === 0)
    return varint(dice.pick([0n, 1n, 31n, 127n, 128n, 2n ** 31n, 2n ** 32n - 1n, 2n ** 63n, 2n ** 64n - 1n]))
  const bytes = Buffer.isBuffer(field.content) ? field.content : write(field.content)
  if (field.type === 2) return mutateBytes(bytes, dice, bytes, words)
  const changed = mutateBytes(bytes, dice, bytes, [])
  return Buffer.concat([changed, Buffer.alloc(8)], field.type === 1 ? 8 : 4)
}

function listsIn(message: WireField[]): WireField[][] {
  return [message, ...message.flatMap(({ content }) => (Buffer.isBuffer(content) ? [] : listsIn(content)))]
}

function copyOf({ number, type, content }: WireField): WireField {
  return { number, type, content: Buffer.isBuffer(content) ? content : content.map(copyOf) }
}

function parse(bytes: Buffer, depth: number): WireField[] | undefined {
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
    const inner = type === 2 && content.length > 1 && depth < DEPTH_MAX ? parse(content, depth + 1) : undefined
    fields.push({ number, type, content: inner ?? content })
    at = end
  }
  return fields
}

function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n
  for (let at = start; at < Math.min(bytes.length, start + 10); at++) {
    value |= BigInt((bytes[at] ?? 0) & 0x7f) << BigInt(7 * (at - start))
    if ((bytes[at] ?? 0) < 0x80) return { value, end: at + 1 }
  }
  return undefined
}

function write(fields: readonly WireField[]): Buffer {
  return Buffer.concat(
    fields.flatMap(({ number, type, content }) => {
      const bytes = Buffer.isBuffer(content) ? content : write(content)
      const tag = varint((BigInt(number) << 3n) | BigInt(type))
      return type === 2 ? [tag, varint(BigInt(bytes.length)), bytes] : [tag, bytes]
    }),
  )
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 0x80n) return Buffer.from([...bytes, Number(rest)])
    bytes.push(Number(rest & 0x7fn) | 0x80)
  }
}
