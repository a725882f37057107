import type { Dice } from './dice.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { listsIn, readFields, varint, type WireField, writeFields } from './wire-fields.ts'

/** Changes fields and keeps the lengths around them right; undefined when the input is no message. */
export function mutateProtobuf(input: Buffer, dice: Dice, other: Buffer, words: readonly string[]): Buffer | undefined {
  const message = readFields(input)
  if (message === undefined) return undefined
  const theirs = listsIn(readFields(other) ?? [])
  for (let left = 1 << dice.below(3); left > 0; left--) change(message, dice, dice.pick(theirs), words)
  return writeFields(message)
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
  const bytes = Buffer.isBuffer(field.content) ? field.content : writeFields(field.content)
  if (field.type === 2) return mutateBytes(bytes, dice, bytes, words)
  const changed = mutateBytes(bytes, dice, bytes, [])
  return Buffer.concat([changed, Buffer.alloc(8)], field.type === 1 ? 8 : 4)
}

function copyOf({ number, type, content }: WireField): WireField {
  return { number, type, content: Buffer.isBuffer(content) ? content : content.map(copyOf) }
}
