import { valueTexts } from '../../texts/en/data-values.ts'

/** A JSON text taken apart, with the place of each part and the digits of each number as they were written. */
export type JsonNode =
  | { readonly kind: 'object'; readonly at: number; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly at: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly at: number; readonly text: string }
  | { readonly kind: 'number'; readonly at: number; readonly text: string }
  | { readonly kind: 'word'; readonly at: number; readonly word: 'true' | 'false' | 'null' }

export interface JsonEntry {
  readonly name: string
  readonly at: number
  readonly value: JsonNode
}

/** What is wrong in a text, and where: the offset of the character. */
export class JsonProblem extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** Deeper than any document may be. */
const depthMax = 40

/** Reads JSON (RFC 8259). `JSON.parse` would round large integers and turn `3.0` into `3`. Throws a `JsonProblem`. */
export function readJson(text: string): JsonNode {
  let at = 0

  const fail = (message: string, where = at): never => {
    throw new JsonProblem(message, where)
  }
  const skipSpace = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1
  }
  const expect = (sign: string): void => {
    skipSpace()
    if (text.charAt(at) !== sign) fail(at >= text.length ? valueTexts.jsonEnds(sign) : valueTexts.jsonExpected(sign))
    at += 1
  }
  /** After a part of an object or an array comes another one, or its end. */
  const expectEnd = (sign: string): void => {
    skipSpace()
    if (at < text.length && text.charAt(at) !== sign) fail(valueTexts.jsonExpectedNext(sign))
    expect(sign)
  }
  const isNext = (sign: string): boolean => {
    skipSpace()
    if (text.charAt(at) !== sign) return false
    at += 1
    return true
  }

  const readString = (): string => {
    const start = at
    expect('"')
    while (at < text.length && text.charAt(at) !== '"') {
      if (text.charAt(at) === '\n') fail(valueTexts.jsonOpenString, start)
      at += text.charAt(at) === '\\' ? 2 : 1
    }
    if (at >= text.length) fail(valueTexts.jsonOpenString, start)
    at += 1
    try {
      return JSON.parse(text.slice(start, at)) as string
    } catch {
      // A wrong escape or a bare control character: the only things left that JSON could refuse here.
      return fail(valueTexts.jsonBadString, start)
    }
  }

  const readValue = (depth: number): JsonNode => {
    skipSpace()
    if (depth > depthMax) fail(valueTexts.tooDeep)
    const start = at
    const sign = text.charAt(at)
    if (sign === '{') {
      at += 1
      return { kind: 'object', at: start, entries: readEntries(depth) }
    }
    if (sign === '[') {
      at += 1
      return { kind: 'array', at: start, items: readItems(depth) }
    }
    if (sign === '"') return { kind: 'string', at: start, text: readString() }
    const word = /^(true|false|null)\b/.exec(text.slice(at, at + 6))?.[1]
    if (word === 'true' || word === 'false' || word === 'null') {
      at += word.length
      return { kind: 'word', at: start, word }
    }
    const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.exec(text.slice(at, at + 400))?.[0]
    if (number === undefined) return fail(at >= text.length ? valueTexts.jsonNoValue : valueTexts.jsonBadValue)
    at += number.length
    return { kind: 'number', at: start, text: number }
  }

  const readEntries = (depth: number): JsonEntry[] => {
    const entries: JsonEntry[] = []
    const names = new Set<string>()
    if (isNext('}')) return entries
    do {
      skipSpace()
      const start = at
      if (text.charAt(at) !== '"') fail(at >= text.length ? valueTexts.jsonEnds('}') : valueTexts.jsonExpectedName)
      const name = readString()
      if (names.has(name)) fail(valueTexts.jsonTwice(name), start)
      names.add(name)
      expect(':')
      entries.push({ name, at: start, value: readValue(depth + 1) })
    } while (isNext(','))
    expectEnd('}')
    return entries
  }

  const readItems = (depth: number): JsonNode[] => {
    const items: JsonNode[] = []
    if (isNext(']')) return items
    do items.push(readValue(depth + 1))
    while (isNext(','))
    expectEnd(']')
    return items
  }

  const root = readValue(0)
  skipSpace()
  if (at < text.length) fail(valueTexts.jsonMore)
  return root
}
