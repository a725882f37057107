import type { Dice } from './dice.ts'

/** No decoder does something new for an input that is longer. */
export const INPUT_BYTES_MAX = 16 * 1024

const edges = [0, 1, 0x09, 0x0a, 0x20, 0x22, 0x2e, 0x2f, 0x5c, 0x60, 0x7f, 0x80, 0xbf, 0xc0, 0xe0, 0xef, 0xf0, 0xff]

type Change = (input: Buffer, dice: Dice, other: Buffer, words: readonly string[]) => Buffer

const changes: readonly Change[] = [
  function flipBit(input, dice) {
    const output = Buffer.from(input)
    const at = dice.below(output.length)
    output[at] = (output[at] ?? 0) ^ (1 << dice.below(8))
    return output
  },
  function setByte(input, dice) {
    const output = Buffer.from(input)
    output[dice.below(output.length)] = dice.once(2) ? dice.pick(edges) : dice.below(256)
    return output
  },
  function addToByte(input, dice) {
    const output = Buffer.from(input)
    const at = dice.below(output.length)
    output[at] = (output[at] ?? 0) + dice.below(9) - 4
    return output
  },
  function setNumber(input, dice) {
    const number = Buffer.from(
      dice.pick(['0000', 'ffff', '7fffffff', '80000000', 'ffffffffffffffff', '7fffffffffffffff']),
      'hex',
    )
    return splice(input, dice.below(input.length), number.length, number)
  },
  function insertWord(input, dice, other, words) {
    const word = words.length > 0 ? Buffer.from(dice.pick(words)) : part(other, dice)
    return splice(input, dice.below(input.length + 1), 0, word)
  },
  function overwriteWithWord(input, dice, other, words) {
    const word = words.length > 0 ? Buffer.from(dice.pick(words)) : part(other, dice)
    return splice(input, dice.below(input.length + 1), word.length, word)
  },
  function remove(input, dice) {
    const at = dice.below(input.length)
    return splice(input, at, 1 + dice.below(Math.min(32, input.length - at)), Buffer.alloc(0))
  },
  function repeatPart(input, dice) {
    const repeated = Buffer.concat(
      Array.from({ length: 1 + dice.below(dice.once(8) ? 400 : 4) }, () => part(input, dice)),
    )
    return splice(input, dice.below(input.length + 1), 0, repeated)
  },
  function nest(input, dice) {
    const [open, close] = dice.pick(['[]', '{}', '()', '``', '""'])
    const depth = 1 + dice.below(dice.once(8) ? 3_000 : 3)
    return Buffer.concat([Buffer.from((open ?? '').repeat(depth)), input, Buffer.from((close ?? '').repeat(depth))])
  },
  function cut(input, dice) {
    return input.subarray(0, dice.below(input.length))
  },
  function cross(input, dice, other) {
    return Buffer.concat([
      input.subarray(0, dice.below(input.length + 1)),
      other.subarray(dice.below(other.length + 1)),
    ])
  },
]

/** One to eight changes of the kinds above. `other` is a second input of the same target. */
export function mutateBytes(input: Buffer, dice: Dice, other: Buffer, words: readonly string[]): Buffer {
  let output = input
  for (let left = 1 << dice.below(4); left > 0; left--) {
    if (output.length === 0) output = Buffer.from([dice.below(256)])
    output = dice.pick(changes)(output, dice, other, words).subarray(0, INPUT_BYTES_MAX)
  }
  return output
}

function part(of: Buffer, dice: Dice): Buffer {
  const at = dice.below(of.length + 1)
  return of.subarray(at, at + 1 + dice.below(64))
}

function splice(input: Buffer, at: number, removed: number, inserted: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), inserted, input.subarray(at + removed)])
}
