/** Begins a name that was written with an escape. JSON has this character in no other form than an escape. */
const MARK = '\u0000'

/**
 * `JSON.parse` for texts whose names come from outside. V8 13.6 (Node 24.21) compares a name that has escapes as it is written with the name
 * that an object of that shape had before: after `{"x\\":1}` it reads `{"x\"":1}` and `{"x\n":1}` as the former, and a process has one memory
 * for all it reads. Here no such name is the beginning of what is written in the place of another. Throws a SyntaxError as `JSON.parse` does.
 */
export function parseJson(text: string): unknown {
  const marked = markEscapedNames(text)
  const value: unknown = JSON.parse(marked)
  return marked === text ? value : withoutMarks(value)
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
      marked += `${text.slice(copied, begin)}\\u0000`
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

/** Puts the names right, in the value itself where it can; the objects that have such names are made anew. */
function withoutMarks(value: unknown): unknown {
  const root = [value]
  const waiting: object[] = [root]
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const [key, member] of Object.entries(holder) as [string, unknown][]) {
      if (typeof member !== 'object' || member === null) continue
      const renamed = Object.keys(member).some((name) => name.startsWith(MARK)) ? unmarked(member) : member
      if (renamed !== member) define(holder, key, renamed)
      waiting.push(renamed)
    }
  }
  return root[0]
}

function unmarked(object: object): object {
  const renamed = {}
  for (const [name, member] of Object.entries(object) as [string, unknown][]) {
    define(renamed, name.startsWith(MARK) ? name.slice(MARK.length) : name, member)
  }
  return renamed
}

/** As `JSON.parse` does, which makes a property of `__proto__`, too. */
function define(holder: object, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true })
}
