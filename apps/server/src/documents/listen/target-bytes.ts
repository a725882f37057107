import type { Bound, Filter, Query, Value } from '@hearth/model'
import type { Target } from '../documents.ts'

/** A target by itself, without what it asks for. */
const TARGET_BYTES = 1000
/** A condition, an order or a cursor, as it was asked for and as it is run. */
const PART_BYTES = 400
/** A document that is followed by its name. */
const NAME_BYTES = 600
/** A value besides its text. */
const VALUE_BYTES = 100
/** A map is several objects, also where nothing is in it. */
const MAP_BYTES = 300
/** A character of a text that is not Latin. */
const CHARACTER_BYTES = 2

/** What a target takes in memory for as long as it is there, roughly. */
export function targetBytes({ what, resume }: Target): number {
  const token = resume?.kind === 'token' ? resume.token.length : 0
  const asked = what.kind === 'query' ? queryBytes(what.query) : sum(what.paths, nameBytes)
  return TARGET_BYTES + token + asked
}

function queryBytes({ parent, collectionId = '', filter, orderBy, startAt, endAt, select = [] }: Query): number {
  const source = textBytes(parent) + textBytes(collectionId)
  const fields = sum(orderBy, ({ field }) => pathBytes(field)) + sum(select, pathBytes)
  return source + fields + (filter === undefined ? 0 : filterBytes(filter)) + boundBytes(startAt) + boundBytes(endAt)
}

function filterBytes(filter: Filter): number {
  switch (filter.kind) {
    case 'field':
      return pathBytes(filter.field) + valueBytes(filter.value)
    case 'unary':
      return pathBytes(filter.field)
    case 'and':
    case 'or':
      return sum(filter.filters, filterBytes) + PART_BYTES
  }
}

function boundBytes(bound: Bound | undefined): number {
  return bound === undefined ? 0 : sum(bound.values, valueBytes) + PART_BYTES
}

function valueBytes(value: Value): number {
  switch (value.kind) {
    case 'string':
      return VALUE_BYTES + textBytes(value.value)
    case 'reference':
      return VALUE_BYTES + textBytes(value.name)
    case 'bytes':
      return VALUE_BYTES + value.value.length
    case 'array':
      return VALUE_BYTES + sum(value.values, valueBytes)
    case 'map': {
      let bytes = MAP_BYTES
      for (const [key, member] of value.fields) bytes += textBytes(key) + valueBytes(member)
      return bytes
    }
    case 'null':
    case 'boolean':
    case 'integer':
    case 'double':
    case 'timestamp':
    case 'geopoint':
      return VALUE_BYTES
  }
}

function pathBytes(path: readonly string[]): number {
  return PART_BYTES + sum(path, textBytes)
}

function nameBytes(path: string): number {
  return NAME_BYTES + textBytes(path)
}

function textBytes(text: string): number {
  return text.length * CHARACTER_BYTES
}

function sum<T>(items: readonly T[], bytesOf: (item: T) => number): number {
  let bytes = 0
  for (const item of items) bytes += bytesOf(item)
  return bytes
}
