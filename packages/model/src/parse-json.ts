/**
 * Begins a name that was written with an escape. JSON has the first character in no other form than an escape. The rest is what nobody else
 * knows: as many characters as a name has are compared as they are written, here `\u0000` and at least eight of these twelve, and no name
 * of another object is like that.
 */
const MARK = `\u0000${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => 'abcdefghijklmnopqrstuvwxyz012345'[byte % 32]).join('')}`
const WRITTEN_MARK = JSON.stringify(MARK).slice(1, -1)

/**
 * `JSON.parse` for texts whose names come from outside. V8 13.6 (Node 24.21) compares a name that has escapes as it is written with the name
 * that an object of that shape had before: after `{"x\\":1}` it reads `{"x\"":1}` and `{"x\n":1}` as the former, and a process has one memory
 * for all it reads. Here no such name is the beginning of what is written in the place of another. Throws a SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  const marked = markEscapedNames(text)
  if (marked === text) return JSON.parse(text)
  let value: unknown
  try {
    value = JSON.parse(marked)
  } catch {
    // Its message is of the text as it came.
    return JSON.parse(text)
  }
  const unmarked = withoutMarks(value)
  return unmarked === undefined ? JSON.parse(text) : unmarked.value
}

/** As `parseJson`; undefined for what is no JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The text in which each name with an escape begins with `MARK`. Takes time in proportion to the text. */
function markEscapedNames(text: string): string {
  let marked = ''
  let copied = 0
  for (let escape = text.indexOf('\\'); escape !== -1;) {
    const end = endOfString(text, escape)
    if (end === -1) break
    if (isFollowedByColon(text, end + 1)) {
      // The first escape of the string is known, and nothing before it in there is a quote.
      const begin = text.lastIndexOf('"', escape) + 1
      marked += text.slice(copied, begin) + WRITTEN_MARK
      copied = begin
    }
    escape = text.indexOf('\\', end)
  }
  return copied === 0 ? text : marked + text.slice(copied)
}

/** The index of the quote that ends a string, from its first escape on; -1: there is none. */
function endOfString(text: string, escape: number): number {
  let at = escape
  while (at < text.length) {
    const next = text[at]
    if (next === '"') return at
    at += next === '\\' ? 2 : 1
  }
  return -1
}

function isFollowedByColon(text: string, from: number): boolean {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return text[at] === ':'
}

/** Puts the names right, in the value itself where it can. Undefined: a name is there twice, with an escape and without, and which is last is lost. */
function withoutMarks(value: unknown): { readonly value: unknown } | undefined {
  const root = [value]
  const waiting: object[] = [root]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at++) if (!rename(holder, at, holder[at], waiting)) return undefined
    } else {
      for (const name of Object.keys(holder)) {
        if (!rename(holder, name, (holder as Record<string, unknown>)[name], waiting)) return undefined
      }
    }
  }
  return { value: root[0] }
}

/** False: as `withoutMarks`. */
function rename(holder: object, key: PropertyKey, member: unknown, waiting: object[]): boolean {
  if (typeof member !== 'object' || member === null) return true
  if (Array.isArray(member) || !Object.keys(member).some((name) => name.startsWith(MARK))) {
    waiting.push(member)
    return true
  }
  const renamed = {}
  for (const [marked, value] of Object.entries(member) as [string, unknown][]) {
    const name = marked.startsWith(MARK) ? marked.slice(MARK.length) : marked
    if (Object.hasOwn(renamed, name)) return false
    define(renamed, name, value)
  }
  define(holder, key, renamed)
  waiting.push(renamed)
  return true
}

/** As `JSON.parse` does, which makes a property of `__proto__`, too. */
function define(holder: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true })
}
