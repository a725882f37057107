import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'

/** Which fields of an answer are wanted; undefined: all below. */
type Fields = Map<string, Fields | undefined>

const CHARACTERS_MAX = 4_096
const DEPTH_MAX = 10

/**
 * The part of an answer that `fields` names (Google APIs, "partial response"): names with commas between, `a/b` and `a(b,c)` for what is
 * below, in each item of a list, and `*` for every name. All of it without. Throws `invalid-argument`/`INVALID_FIELDS`.
 */
export function partOf(answer: unknown, fields: string | null): unknown {
  return fields === null || fields === '' ? answer : select(answer, parseFields(fields))
}

/** Answers with what the request wants of it. */
export function replyPart(exchange: Exchange, answer: unknown): void {
  exchange.replyJson(200, partOf(answer, exchange.query.get('fields')))
}

function select(value: unknown, fields: Fields | undefined): unknown {
  if (fields === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => select(item, fields))
  const selected = Object.entries(value).flatMap(([name, below]) => {
    const key = fields.has(name) ? name : '*'
    return fields.has(key) ? [[name, select(below, fields.get(key))] as const] : []
  })
  return Object.fromEntries(selected)
}

function parseFields(text: string): Fields {
  if (text.length > CHARACTERS_MAX) throw invalid()
  const tokens = text.match(/[^,/()\s]+|[,/()]/g) ?? []
  let at = 0

  function list(depth: number): Fields {
    if (depth > DEPTH_MAX) throw invalid()
    const fields: Fields = new Map()
    do one(fields, depth)
    while (tokens[at] === ',' && ++at)
    return fields
  }

  function one(into: Fields, depth: number): void {
    const name = tokens[at++]
    if (name === undefined || /^[,/()]$/.test(name)) throw invalid()
    const known = into.get(name)
    const below = belowOf(depth)
    // Named twice, it is both.
    into.set(name, into.has(name) && (known === undefined || below === undefined) ? undefined : merged(known, below))
  }

  function belowOf(depth: number): Fields | undefined {
    if (tokens[at] === '/') {
      at += 1
      if (depth >= DEPTH_MAX) throw invalid()
      const below: Fields = new Map()
      one(below, depth + 1)
      return below
    }
    if (tokens[at] !== '(') return undefined
    at += 1
    const below = list(depth + 1)
    if (tokens[at++] !== ')') throw invalid()
    return below
  }

  const fields = list(0)
  if (at < tokens.length) throw invalid()
  return fields
}

function merged(one: Fields | undefined, other: Fields | undefined): Fields | undefined {
  return one === undefined ? other : new Map([...one, ...(other ?? [])])
}

function invalid(): StatusError {
  const message = 'fields must be names with commas between, such as items(name,size),nextPageToken.'
  return new StatusError('invalid-argument', 'INVALID_FIELDS', message)
}
