import type { FuzzTarget } from '../fuzz-target.ts'
import type { Dice } from './dice.ts'
import { INPUT_BYTES_MAX, mutateBytes } from './mutate-bytes.ts'
import { mutateJson } from './mutate-json.ts'
import { mutateProtobuf } from './mutate-protobuf.ts'

/** A new input from one or two that are known: mostly in the form that the target reads, now and then in its bytes. */
export function mutate(target: FuzzTarget, input: Buffer, other: Buffer, dice: Dice): Buffer {
  const words = target.words ?? []
  const inForm = dice.once(5) ? undefined : mutateInForm(target, input, other, dice, words)
  return (inForm ?? mutateBytes(input, dice, other, words)).subarray(0, INPUT_BYTES_MAX)
}

function mutateInForm({ form }: FuzzTarget, input: Buffer, other: Buffer, dice: Dice, words: readonly string[]) {
  switch (form) {
    case 'json':
      return mutateJson(input, dice, other, words)
    case 'protobuf':
      return mutateProtobuf(input, dice, other, words)
    case 'bytes':
    case 'text':
      return undefined
  }
}
