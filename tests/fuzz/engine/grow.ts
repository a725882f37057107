import type { FuzzTarget } from '../fuzz-target.ts'
import type { Dice } from './dice.ts'

/** What inputs are grown to where a target says nothing else. */
export const GROWN_BYTES = 64 * 1024
/** No target may say more. */
export const GROWN_BYTES_MAX = 256 * 1024

/** An input that one part of is repeated in until it is as long as a target's may be. */
export function grow({ form, grownBytes = GROWN_BYTES }: FuzzTarget, input: Buffer, dice: Dice): Buffer {
  const grown = form === 'json' ? growJson(input, dice, grownBytes) : undefined
  return (grown ?? growBytes(input, dice, grownBytes)).subarray(0, grownBytes)
}

function growBytes(input: Buffer, dice: Dice, length: number): Buffer {
  if (input.length === 0) return Buffer.alloc(length, 'a')
  const at = dice.below(input.length)
  const part = input.subarray(at, at + 1 + dice.below(dice.once(2) ? 4 : 64))
  const missing = Math.max(0, length - input.length)
  return Buffer.concat([input.subarray(0, at), Buffer.alloc(missing, part), input.subarray(at)])
}

/** One list, object or text anywhere in it takes all the room. Undefined for what is no JSON. */
function growJson(input: Buffer, dice: Dice, length: number): Buffer | undefined {
  let json: unknown
  try {
    json = JSON.parse(input.toString())
  } catch {
    return undefined
  }
  const holders: (unknown[] | Record<string, unknown>)[] = []
  collect(json, holders)
  if (holders.length === 0) return undefined
  const chosen = dice.pick(holders)
  const room = length - input.length
  if (Array.isArray(chosen)) {
    const item = chosen.length === 0 ? 1 : dice.pick(chosen)
    const many = Math.floor(room / (JSON.stringify(item).length + 1))
    for (let i = 0; i < many; i++) chosen.push(item)
  } else {
    growObject(chosen, dice, room)
  }
  return Buffer.from(JSON.stringify(json))
}

function growObject(object: Record<string, unknown>, dice: Dice, room: number): void {
  const [name, value] = dice.pick(Object.entries(object).concat([['a', null]]))
  if (typeof value === 'string' && dice.once(2)) {
    object[name] = value + (value === '' ? 'a' : value).repeat(Math.floor(room / Math.max(1, value.length)))
    return
  }
  const many = Math.floor(room / (JSON.stringify(value).length + name.length + 9))
  for (let i = 0; i < many; i++) object[`${name}${i}`] = value
}

function collect(json: unknown, into: (unknown[] | Record<string, unknown>)[]): void {
  if (typeof json !== 'object' || json === null) return
  into.push(json as unknown[] | Record<string, unknown>)
  for (const inner of Object.values(json)) collect(inner, into)
}
