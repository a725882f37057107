import { isUtf8 } from 'node:buffer'
import { parseJson, StatusError } from '@hearth/model'
import { JSON_DEPTH_MAX } from '../lib/outside-json.ts'
import { Turn } from '../lib/turn.ts'

/** So much text is given to the parser at once. Its worst text of this length takes it a few milliseconds. */
const SLICE_BYTES = 64 * 1024
/** Lists, objects and members of a body. A request of the documents of 10 MiB has 1.2 million if it is one list of nulls. */
const VALUES_MAX = 1_500_000
/** Members of one object: a document of 1 MiB has no room for more. Each costs more than a whole list of nothing. */
const MEMBERS_MAX = 100_000

/** A list or an object that is open where the scan is. */
interface Open {
  readonly isList: boolean
  readonly start: number
  /** Undefined while all of it is text that was not parsed yet. */
  value: unknown[] | Record<string, unknown> | undefined
  /** Where the text begins that was not parsed yet. */
  from: number
  /** The last comma of its own in that text; -1 where there is none. */
  comma: number
  /** Commas of its own so far. */
  commas: number
  /** What stands in front of that text: nothing, a comma, or a value. */
  before: 'start' | 'comma' | 'value'
}

/** What a value takes beside its text: an empty object in a list has 56 bytes, and 8 in the list, which grows by half. */
export const JSON_VALUE_BYTES = 80

export interface ParseJsonOptions {
  /** Told of the bytes that the values take, while they are made; it may refuse them by throwing. */
  readonly hold?: (bytes: number) => void
  readonly sliceBytes?: number
}

/**
 * `JSON.parse` of UTF-8 that lets others run in between: a body of some megabytes takes the parser a second where it consists of tiny
 * values. Rejects `invalid-argument`/`INVALID_JSON`, also for more than a hundred levels and more values than any request has.
 */
export async function parseJsonInTurns(
  body: Buffer,
  { hold = () => undefined, sliceBytes = SLICE_BYTES }: ParseJsonOptions = {},
): Promise<unknown> {
  if (!isUtf8(body)) throw invalidJson('The body is not valid UTF-8.')
  const scan = new Scan(body, sliceBytes)
  let heldValues = 0
  hold(body.length)
  const turn = new Turn()
  // As many bodies may be whole in this round.
  await turn.next()
  while (!scan.isAtEnd) {
    scan.goOn()
    hold((scan.values - heldValues) * JSON_VALUE_BYTES)
    heldValues = scan.values
    if (turn.isOver) await turn.next()
  }
  return scan.end()
}

class Scan {
  readonly #body: Buffer
  readonly #sliceBytes: number
  readonly #open: Open[] = []
  #at = 0
  /** Up to here all is parsed, or belongs to a container that is open. */
  #parsedTo = 0
  #values = 0
  #isInString = false
  #root: { value: unknown; end: number } | undefined

  constructor(body: Buffer, sliceBytes: number) {
    this.#body = body
    this.#sliceBytes = sliceBytes
  }

  /** How many there were so far. */
  get values(): number {
    return this.#values
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#body.length
  }

  /** Scans and parses another slice. */
  goOn(): void {
    const body = this.#body
    const until = Math.min(body.length, this.#at + this.#sliceBytes)
    let isInString = this.#isInString
    let at = this.#at
    for (; at < until; at++) {
      const byte = body[at]
      if (isInString) {
        if (byte === 0x5c /* \ */) at++
        else if (byte === 0x22 /* " */) isInString = false
      } else if (byte === 0x22) isInString = true
      else if (byte === 0x2c /* , */) this.#separate(at)
      else if (byte === 0x5b /* [ */ || byte === 0x7b /* { */) this.#begin(at, byte === 0x5b)
      else if (byte === 0x5d /* ] */ || byte === 0x7d /* } */) this.#close(at, byte === 0x5d)
    }
    this.#isInString = isInString
    this.#at = at
  }

  end(): unknown {
    const root = this.#root
    if (this.#open.length > 0 || this.#isInString) throw notJson()
    if (root === undefined) return parse(this.#body.toString())
    if (!isBlank(this.#text(root.end, this.#body.length))) throw notJson()
    return root.value
  }

  #begin(at: number, isList: boolean): void {
    this.#count()
    if (this.#open.length >= JSON_DEPTH_MAX)
      throw invalidJson(`The body is nested deeper than ${JSON_DEPTH_MAX} levels.`)
    this.#open.push({ isList, start: at, value: undefined, from: at + 1, comma: -1, commas: 0, before: 'start' })
  }

  #separate(at: number): void {
    this.#count()
    const top = this.#open.at(-1)
    if (top === undefined) throw notJson()
    if (++top.commas >= MEMBERS_MAX && !top.isList) {
      throw invalidJson(`The body has an object of more than ${MEMBERS_MAX} members.`)
    }
    if (at - this.#parsedTo > this.#sliceBytes) {
      for (const [level, container] of this.#open.entries()) {
        if (container.value === undefined) this.#build(container, this.#open[level - 1])
      }
      this.#take(top, at)
      top.from = at + 1
      top.comma = -1
      top.before = 'comma'
      this.#parsedTo = at
    } else {
      top.comma = at
    }
  }

  #close(at: number, isList: boolean): void {
    const closed = this.#open.pop()
    if (closed?.isList !== isList) throw notJson()
    if (closed.value === undefined) return
    this.#take(closed, at)
    this.#parsedTo = at
    const parent = this.#open.at(-1)
    if (parent === undefined) {
      this.#root = { value: closed.value, end: at + 1 }
    } else {
      parent.from = at + 1
      parent.comma = -1
      parent.before = 'value'
    }
  }

  /** Makes the value of a container whose text is parsed piece by piece from now on, and puts it into its parent. */
  #build(container: Open, parent: Open | undefined): void {
    const value = container.isList ? [] : {}
    container.value = value
    if (parent === undefined) {
      if (!isBlank(this.#text(0, container.start))) throw notJson()
      return
    }
    let lead = parent.from
    if (parent.comma >= 0) {
      this.#take(parent, parent.comma)
      lead = parent.comma + 1
    } else if (parent.before === 'value') {
      throw notJson()
    }
    const text = this.#text(lead, container.start)
    if (parent.isList) {
      if (!isBlank(text)) throw notJson()
      ;(parent.value as unknown[]).push(value)
    } else {
      const [key, ...others] = Object.keys(parse(`{${text}null}`) as object)
      if (key === undefined || others.length > 0) throw notJson()
      put(parent.value as Record<string, unknown>, key, value)
    }
  }

  /** Parses the members between `from` and `to`, where a comma or the end of the container stands. */
  #take(container: Open, to: number): void {
    let text = this.#text(container.from, to)
    if (container.before === 'value') {
      const rest = /^[\t\n\r ]*(,?)/.exec(text)
      text = text.slice(rest?.[0].length ?? 0)
      if (rest?.[1] === '') {
        if (text !== '') throw notJson()
        return
      }
    }
    const mayBeEmpty = container.before === 'start' && this.#body[to] !== 0x2c
    let count = 0
    if (container.isList) {
      const list = container.value as unknown[]
      for (const item of parse(`[${text}]`) as unknown[]) count = list.push(item)
    } else {
      const members = parse(`{${text}}`) as Record<string, unknown>
      for (const key of Object.keys(members)) {
        count++
        put(container.value as Record<string, unknown>, key, members[key])
      }
    }
    if (count === 0 && !mayBeEmpty) throw notJson()
  }

  #count(): void {
    if (++this.#values > VALUES_MAX) throw invalidJson(`The body holds more than ${VALUES_MAX} values.`)
  }

  #text(from: number, to: number): string {
    return this.#body.toString('utf8', from, to)
  }
}

/** As `JSON.parse` does, which makes a property of `__proto__`, too. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
  } else {
    target[key] = value
  }
}

function isBlank(text: string): boolean {
  return /^[\t\n\r ]*$/.test(text)
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // The parser's own message quotes the body, which must not reach a log.
    throw notJson()
  }
}

function notJson(): StatusError {
  return invalidJson('The body is not valid JSON.')
}

export function invalidJson(message: string): StatusError {
  return new StatusError('invalid-argument', 'INVALID_JSON', message)
}
