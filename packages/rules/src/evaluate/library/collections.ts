import { strictKey, setKey, setOf } from '../../values/set-key.ts'
import { ListValue, MapDiffValue, MapValue, type RuleValue, SetValue, typeOf } from '../../values/rule-value.ts'
import type { Spend } from '../../values/equality.ts'
import { sortedKeys } from '../../values/sorted-keys.ts'
import { Failure, type Result } from '../failure.ts'
import { convertToString } from './conversions.ts'
import { type Form, form } from '../signature.ts'

const NAN_KEY = strictKey(Number.NaN, () => undefined)

export const listMethods: Readonly<Record<string, readonly Form[]>> = {
  size: [form([], (_args, _evaluation, list) => BigInt((list as ListValue).size))],
  concat: [
    form(['list'], ([other], { spend }, list) => {
      const [left, right] = [list as ListValue, other as ListValue]
      spend(20 * (left.size + right.size))
      return new ListValue([...left.items(), ...right.items()])
    }),
  ],
  hasAll: [
    form(['list'], ([other], { spend }, list) => isSubset(keysOf(other, spend), withoutNaN(keysOf(list, spend)))),
  ],
  hasOnly: [
    form(['list'], ([other], { spend }, list) => isSubset(keysOf(list, spend), withoutNaN(keysOf(other, spend)))),
  ],
  hasAny: [
    form(['list'], ([other], { spend }, list) => {
      const keys = withoutNaN(keysOf(list, spend))
      return keysOf(other, spend)
        .values()
        .some((key) => keys.has(key))
    }),
  ],
  join: [form(['string'], ([separator], { spend }, list) => join(list as ListValue, separator as string, spend))],
  removeAll: [
    form(['list'], ([other], { spend }, list) => {
      const removed = withoutNaN(keysOf(other, spend))
      const kept: RuleValue[] = []
      for (const item of list as ListValue) if (!removed.has(strictKey(item, spend))) kept.push(item)
      return new ListValue(kept)
    }),
  ],
  toSet: [form([], (_args, { spend }, list) => setOf(list as ListValue, spend))],
}

export const setMethods: Readonly<Record<string, readonly Form[]>> = {
  size: [form([], (_args, _evaluation, set) => BigInt((set as SetValue).items.size))],
  union: [
    form(['set'], ([other], { spend }, set) => {
      spend(10 * ((set as SetValue).items.size + (other as SetValue).items.size))
      return new SetValue(new Map([...(set as SetValue).items, ...(other as SetValue).items]))
    }),
  ],
  intersection: [form(['set'], ([other], { spend }, set) => kept(set as SetValue, other as SetValue, true, spend))],
  difference: [form(['set'], ([other], { spend }, set) => kept(set as SetValue, other as SetValue, false, spend))],
  hasAll: eachOf((set, other) => isSubset(other, set)),
  hasOnly: eachOf((set, other) => isSubset(set, other)),
  hasAny: eachOf((set, other) => other.values().some((key) => set.has(key))),
}

export const mapMethods: Readonly<Record<string, readonly Form[]>> = {
  size: [form([], (_args, _evaluation, map) => BigInt((map as MapValue).size))],
  keys: [
    form([], (_args, { spend }, map) => {
      return new ListValue(sortedKeys(map as MapValue, spend))
    }),
  ],
  values: [
    form([], (_args, { spend }, map) => {
      const { size } = map as MapValue
      spend(40 * size)
      return new ListValue((map as MapValue).entries().map(([, value]) => value))
    }),
  ],
  get: [
    form(['string', 'any'], ([key, otherwise = null], _evaluation, map) => {
      const value = (map as MapValue).find(key as string)
      return value === undefined ? otherwise : value
    }),
    form(['list', 'any'], ([keys, otherwise = null], { spend }, map) => {
      spend(20 * (keys as ListValue).size)
      return deep(map as MapValue, keys as ListValue, otherwise)
    }),
  ],
  diff: [form(['map'], ([before], _evaluation, map) => new MapDiffValue(map as MapValue, before as MapValue))],
}

export const mapDiffMethods: Readonly<Record<string, readonly Form[]>> = {
  addedKeys: diffed(({ isBefore, isAfter }) => isAfter && !isBefore),
  removedKeys: diffed(({ isBefore, isAfter }) => isBefore && !isAfter),
  changedKeys: diffed(({ isBefore, isAfter, isEqual }) => isBefore && isAfter && !isEqual),
  unchangedKeys: diffed(({ isEqual }) => isEqual),
  affectedKeys: diffed(({ isEqual }) => !isEqual),
}

function keysOf(list: RuleValue | undefined, spend: Spend): Set<string> {
  const keys = new Set<string>()
  for (const item of list as ListValue) keys.add(strictKey(item, spend))
  return keys
}

/** NaN is equal to nothing, so that no list has it. */
function withoutNaN(keys: Set<string>): Set<string> {
  keys.delete(NAN_KEY)
  return keys
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return part.size <= whole.size && part.values().every((key) => whole.has(key))
}

/** Both forms of a question to a set: about a list and about a set. */
function eachOf(ask: (set: Set<string>, other: Set<string>) => boolean): readonly Form[] {
  const keys = (set: RuleValue): Set<string> => new Set((set as SetValue).items.keys())
  return [
    form(['list'], ([other], { spend }, set) => {
      spend(10 * (set as SetValue).items.size)
      return ask(keys(set), new Set(setOf(other as ListValue, spend).items.keys()))
    }),
    form(['set'], ([other = null], { spend }, set) => {
      spend(10 * ((set as SetValue).items.size + (other as SetValue).items.size))
      return ask(keys(set), keys(other))
    }),
  ]
}

function kept(set: SetValue, other: SetValue, isKept: boolean, spend: Spend): SetValue {
  spend(10 * set.items.size)
  return new SetValue(new Map([...set.items].filter(([key]) => other.items.has(key) === isKept)))
}

function join(list: ListValue, separator: string, spend: Spend): Result {
  const texts: string[] = []
  for (const item of list) {
    spend(typeof item === 'number' ? 60 : 0)
    const text = convertToString(item)
    if (text instanceof Failure) return text
    spend(20 + text.length + separator.length)
    texts.push(text)
  }
  return texts.join(separator)
}

function deep(map: MapValue, keys: ListValue, otherwise: RuleValue): Result {
  let value: RuleValue = map
  for (const key of keys) {
    if (typeof key !== 'string') return new Failure(`Type error. Received: [${typeOf(key)}] Expected: [string].`)
    const found: RuleValue | undefined = value instanceof MapValue ? value.find(key) : undefined
    if (found === undefined) return otherwise
    value = found
  }
  return value
}

interface KeyInBoth {
  readonly isBefore: boolean
  readonly isAfter: boolean
  readonly isEqual: boolean
}

/** A set of those keys of either map that a question picks. */
function diffed(pick: (key: KeyInBoth) => boolean): readonly Form[] {
  return [
    form([], (_args, { spend }, receiver) => {
      const { before, after } = receiver as MapDiffValue
      spend(40 * (before.size + after.size))
      const picked = [...new Set([...before.names(), ...after.names()])].filter((key) => {
        const [old, now] = [before.find(key), after.find(key)]
        const isEqual = old !== undefined && now !== undefined && setKey(old, spend) === setKey(now, spend)
        return pick({ isBefore: old !== undefined, isAfter: now !== undefined, isEqual })
      })
      return setOf(picked, spend)
    }),
  ]
}
