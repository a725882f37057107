import type { FuzzTarget } from '../fuzz-target.ts'
import { Dice } from './dice.ts'
import { BARE, headOf, listsIn, readFields, type WireField, writeFields } from './wire-fields.ts'

/** No target may have a higher limit. */
export const GROWN_BYTES_MAX = 32 * 1024 * 1024

/** Deeper ones are refused by their depth: what is longer has many of them. */
const DEPTHS = [20, 100, 3_000, 100_000]
const characters = [
  'a',
  ' ',
  '0',
  '9',
  '%',
  '"',
  '\\',
  '/',
  '.',
  ',',
  '[',
  '{',
  '(',
  '<',
  '`',
  '\n',
  '\t',
  '=',
  ';',
  '-',
  '\0',
  '\x80',
  '\xff',
]

/** An input and how it is grown: the same seed at another length gives the same shape, larger. */
export interface Growth {
  readonly input: Buffer
  readonly seed: number
}

/** An input of `length` bytes: one part of a small one is repeated, nested, or made a long run of one character. */
export function grow({ form, words = [] }: Pick<FuzzTarget, 'form' | 'words'>, growth: Growth, length: number): Buffer {
  const dice = new Dice(growth.seed)
  const room = Math.max(0, length - growth.input.length)
  const inForm = dice.once(5) ? undefined : growInForm(form, growth.input, dice, room)
  return (inForm ?? growBytes(growth.input, dice, room, words)).subarray(0, length)
}

function growInForm(form: FuzzTarget['form'], input: Buffer, dice: Dice, room: number): Buffer | undefined {
  if (form === 'json') return growJson(input, dice, room)
  if (form === 'protobuf') return growProtobuf(input, dice, room)
  return undefined
}

function growBytes(input: Buffer, dice: Dice, room: number, words: readonly string[]): Buffer {
  const at = dice.below(input.length + 1)
  const [before, after] = [input.subarray(0, at), input.subarray(at)]
  const part = input.subarray(at, at + 1 + dice.below(dice.once(2) ? 4 : 64))
  const own = part.length === 0 ? Buffer.from('a') : part
  const word = words.length === 0 ? own : Buffer.from(dice.pick(words))
  switch (dice.below(5)) {
    case 0:
      return Buffer.concat([before, filled(room, Buffer.from(dice.pick(characters), 'latin1')), after])
    case 1:
      return Buffer.concat([before, filled(room, word.length === 0 ? own : word), after])
    case 2:
      return Buffer.concat([before, filled(room, Buffer.concat([own, word])), after])
    case 3: {
      const [open = '', close = ''] = dice.pick(['[]', '{}', '()', '``', '""', '<>', "''"])
      return Buffer.concat([before, filled(room >> 1, Buffer.from(open)), after, filled(room >> 1, Buffer.from(close))])
    }
    default:
      return Buffer.concat([before, filled(room, own), after])
  }
}

/** `Buffer.alloc` takes an empty one for zeros, and cuts the last. */
function filled(bytes: number, part: Buffer): Buffer {
  return Buffer.alloc(bytes - (bytes % part.length), part)
}

/** Stands in the text of the tree where the grown part goes. */
const mark = '\u0001'

/** One list, object, text or value anywhere in it takes all the room. Undefined for what is no JSON. */
function growJson(input: Buffer, dice: Dice, room: number): Buffer | undefined {
  let root: unknown
  try {
    root = JSON.parse(input.toString())
  } catch {
    return undefined
  }
  const tree = { root }
  const places: [holder: Holder, name: string][] = []
  collect(tree, places)
  const [holder, name] = dice.pick(places)
  const value = JSON.stringify(holder[name])
  const kind = dice.below(5)
  holder[name] = mark
  const [before = '', after = ''] = JSON.stringify(tree.root).split(JSON.stringify(mark))
  const grown =
    growValue(value, { kind, room, dice }) ??
    repeatValue(value, holder === tree ? undefined : holder, name, { room, dice })
  return Buffer.concat([Buffer.from(before), grown, Buffer.from(after)])
}

/** A value that is itself long or deep. */
function growValue(
  value: string,
  { kind, room, dice }: { kind: number; room: number; dice: Dice },
): Buffer | undefined {
  if (kind === 0)
    return quoted(filled(room, Buffer.from(dice.pick(['a', 'é', '\\u0000', '0', ' ', '.', '`', '/', '\\\\', '-']))))
  if (kind === 1) {
    const [open, close] = dice.pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['{"mapValue":{"fields":{"a":', '}}}'],
    ] as const)
    const depth = Math.min(dice.pick(DEPTHS), Math.floor(room / (open.length + close.length)))
    return Buffer.from(open.repeat(depth) + value + close.repeat(depth))
  }
  const isText = value.startsWith('"') && value.length > 2
  return kind === 2 && isText ? quoted(filled(room, Buffer.from(value.slice(1, -1)))) : undefined
}

/** The value and others like it behind it: items of its list, or members of its object with the same name or names of their own. */
function repeatValue(
  value: string,
  holder: Holder | undefined,
  name: string,
  { room, dice }: { room: number; dice: Dice },
): Buffer {
  if (holder === undefined) return Buffer.from(value)
  if (Array.isArray(holder)) return Buffer.concat([filled(room, Buffer.from(`${value},`)), Buffer.from(value)])
  if (dice.once(3)) {
    return Buffer.concat([Buffer.from(value), filled(room, Buffer.from(`,${JSON.stringify(name)}:${value}`))])
  }
  const parts = [value]
  for (let left = room, i = 0; left > 0; i++) {
    const part = `${JSON.stringify(name + i)}:${value}`
    left -= part.length + 1
    parts.push(part)
  }
  return Buffer.from(parts.join(','))
}

function quoted(text: Buffer): Buffer {
  return Buffer.concat([Buffer.from('"'), text, Buffer.from('"')])
}

type Holder = Record<string, unknown>

/** Every place of the tree that a value stands in; those of lists by their number. */
function collect(json: unknown, into: [holder: Holder, name: string][]): void {
  if (typeof json !== 'object' || json === null) return
  for (const [name, value] of Object.entries(json)) {
    into.push([json as Holder, name])
    collect(value, into)
  }
}
/** One field is repeated, nested in itself or made long; the lengths around it stay right. Undefined for what is no message. */
function growProtobuf(input: Buffer, dice: Dice, room: number): Buffer | undefined {
  const message = readFields(input)
  if (message === undefined || message.length === 0) return undefined
  const list = dice.pick(listsIn(message).filter(({ length }) => length > 0))
  const at = dice.below(list.length)
  const field = list[at] as WireField
  const bytes = writeFields([field])
  if (bytes.length === 0) return undefined
  switch (dice.below(3)) {
    case 0: {
      const content = filled(room, Buffer.from(dice.pick(characters), 'latin1'))
      list[at] = { number: field.number, type: 2, content }
      break
    }
    case 1:
      list[at] = {
        number: field.number,
        type: 2,
        content: nested(field.number, bytes, Math.min(dice.pick(DEPTHS), room >> 3)),
      }
      break
    default:
      list.splice(at, 0, { number: 0, type: BARE, content: filled(room, bytes) })
  }
  return writeFields(message)
}

function nested(number: number, inner: Buffer, depth: number): Buffer {
  const heads: Buffer[] = []
  for (let left = depth, length = inner.length; left > 0; left--) {
    const head = headOf({ number, type: 2 }, length)
    heads.push(head)
    length += head.length
  }
  return Buffer.concat([...heads.toReversed(), inner])
}
