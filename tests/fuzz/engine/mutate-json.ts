import type { Dice } from './dice.ts'

const numbers = [0, -0, 1, -1, 1.5, 31, 101, 1e9, 2 ** 31, -(2 ** 31), 2 ** 53, 1e308]
const int64s = [
  '0',
  '-1',
  '9223372036854775807',
  '-9223372036854775808',
  '9223372036854775808',
  'NaN',
  '-Infinity',
  '-0',
]
const names = [
  '',
  'a',
  'a.b',
  '`a.b`',
  '__name__',
  '__x__',
  '__id7__',
  '__proto__',
  'constructor',
  'é',
  '\u{1f600}',
  '\ud800',
  '\0',
]
const others = [null, true, false, '2026-01-01T00:00:00.000001Z', '9999-12-31T23:59:60.999999999+23:59', 'AAA=', '*']
const scalars: readonly unknown[] = [...numbers, ...int64s, ...names, ...others]

/** Changes the tree and not the text; undefined when the input is not JSON. `other` gives branches to graft. */
export function mutateJson(input: Buffer, dice: Dice, other: Buffer, words: readonly string[]): Buffer | undefined {
  const tree = parse(input)
  if (tree === undefined) return undefined
  const holder = { root: tree.json }
  for (let left = 1 << dice.below(3); left > 0; left--) change(holder, dice, parse(other)?.json ?? null, words)
  return Buffer.from(JSON.stringify(holder.root) ?? 'null')
}

type Place =
  | { readonly list: unknown[]; readonly at: number }
  | { readonly object: Record<string, unknown>; readonly at: string }

function change(holder: Record<string, unknown>, dice: Dice, other: unknown, words: readonly string[]): void {
  const places = placesIn(holder)
  const place = dice.pick(places)
  const value = read(place)
  switch (dice.below(8)) {
    case 0:
      return write(place, dice.once(2) && words.length > 0 ? dice.pick(words) : dice.pick(scalars))
    case 1:
      return write(place, structuredClone(read(dice.pick(placesIn({ other })))))
    case 2:
      return write(place, structuredClone(read(dice.pick(places))))
    case 3:
      if ('list' in place) place.list.splice(place.at, 1)
      else if (place.object !== holder) delete place.object[place.at]
      return
    case 4:
      if ('list' in place)
        place.list.splice(
          place.at,
          0,
          ...Array.from({ length: dice.pick([1, 1, 11, 31, 101]) }, () => structuredClone(value)),
        )
      return
    case 5:
      return write(place, dice.once(2) ? [value] : { [dice.pick(words.length > 0 ? words : ['a'])]: value })
    case 6:
      if ('object' in place && place.object !== holder) {
        delete place.object[place.at]
        place.object[dice.pick(words.length > 0 ? words : ['a'])] = value
      }
      return
    default:
      return write(place, changeScalar(value, dice))
  }
}

function changeScalar(value: unknown, dice: Dice): unknown {
  if (typeof value === 'number')
    return dice.pick([value + 1, value - 1, -value, value * 2 ** dice.below(64), value / 3])
  if (typeof value === 'boolean') return !value
  if (typeof value !== 'string') return dice.pick(scalars)
  const at = dice.below(value.length + 1)
  return dice.pick([
    value.slice(0, at),
    value.slice(at),
    value + value,
    `${value.slice(0, at)}${String(dice.pick(scalars))}${value.slice(at)}`,
    value.repeat(1 + dice.below(dice.once(8) ? 200 : 4)),
  ])
}

function read(place: Place): unknown {
  return 'list' in place ? place.list[place.at] : place.object[place.at]
}

function write(place: Place, value: unknown): void {
  if ('list' in place) place.list[place.at] = value
  else place.object[place.at] = value
}

/** Every place of the tree a value stands in. */
function placesIn(root: Record<string, unknown>): Place[] {
  const places: Place[] = []
  const waiting: unknown[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (Array.isArray(node)) {
      const list: unknown[] = node
      for (const [at, value] of list.entries()) {
        places.push({ list, at })
        if (typeof value === 'object' && value !== null) waiting.push(value)
      }
    } else {
      const object = node as Record<string, unknown>
      for (const at of Object.keys(object)) {
        places.push({ object, at })
        const value = object[at]
        if (typeof value === 'object' && value !== null) waiting.push(value)
      }
    }
  }
  return places
}

function parse(input: Buffer): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(input.toString()) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
