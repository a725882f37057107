import { Issues } from './issue.ts'
import { Scanner, type Token } from './scanner.ts'
import type { Span } from './source-position.ts'

/** Words that name nothing of one's own: no function, parameter, `let` or wildcard. Behind a dot they may stand. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'true false null if in is not let return function match allow service rules_version import package extends var for while do ' +
    'else switch case default break continue goto'
  ).split(' '),
)
/** In front of a dot these lead to functions, so that only a function can be called like them. */
const NAMESPACES: ReadonlySet<string> = new Set(['math', 'hashing', 'timestamp', 'duration', 'latlng'])

/** Thrown inside the parser alone, where the nearest statement takes up again; its issue is reported already. */
export class SyntaxStop {
  readonly at: number

  constructor(at: number) {
    this.at = at
  }
}

/** A position in a source, one token of look-ahead, and what was found wrong so far. */
export class TokenReader {
  readonly scanner: Scanner
  readonly issues = new Issues()
  token: Token
  /** Where the last consumed token ended. */
  lastEnd = 0

  constructor(source: string) {
    this.scanner = new Scanner(source)
    this.token = this.scanner.tokenAt(0)
  }

  get isAtEnd(): boolean {
    return this.token.kind === 'end'
  }

  isSymbol(text: string): boolean {
    return this.token.kind === 'symbol' && this.token.text === text
  }

  isWord(text: string): boolean {
    return this.token.kind === 'word' && this.token.text === text
  }

  next(): Token {
    const { token } = this
    this.seek(token.end)
    return token
  }

  /** Goes on reading at an offset; behind the last error that is told, nothing is read any more. */
  seek(offset: number): void {
    this.lastEnd = offset
    this.token = this.scanner.tokenAt(this.issues.isFullOfErrors ? this.scanner.source.length : offset)
  }

  acceptSymbol(text: string): boolean {
    if (!this.isSymbol(text)) return false
    this.next()
    return true
  }

  expectSymbol(text: string): Token {
    return this.isSymbol(text) ? this.next() : this.fail(`'${text}'`)
  }

  expectWord(what = 'IDENTIFIER'): Token {
    return this.token.kind === 'word' ? this.next() : this.fail(what)
  }

  /** A name that is declared here: of a variable, unless it is that of a function. */
  expectName(isTaken = isReservedVariable): string {
    return isTaken(this.token.text) ? this.fail('IDENTIFIER') : this.expectWord().text
  }

  /** Reports the token as one that can't stand here, and gives up the statement. */
  fail(expected?: string): never {
    const { token } = this
    if (token.kind === 'error') this.report(token.message, token)
    else if (token.kind === 'symbol' && token.text === '/' && expected === undefined) {
      this.report("Missing 'match' keyword before path.", token)
    } else if (expected === undefined) this.report(`Unexpected '${token.text}'.`, token)
    else this.report(`mismatched input '${token.text}' expecting ${expected}`, token)
    throw new SyntaxStop(token.start)
  }

  report(description: string, span: Span): void {
    this.issues.add('ERROR', description, { start: span.start, end: span.end })
    if (this.issues.isFullOfErrors) this.seek(this.lastEnd)
  }

  /** Past the end of the broken statement: behind the next `;`, or before the `}` that closes its block. */
  skipStatement(): void {
    let depth = 0
    while (!this.isAtEnd) {
      if (this.isSymbol('{')) depth++
      if (this.isSymbol('}')) {
        if (depth === 0) return
        depth--
        if (depth === 0) {
          this.next()
          return
        }
      }
      if (depth === 0 && this.isSymbol(';')) {
        this.next()
        return
      }
      if (depth === 0 && this.#startsStatement()) return
      this.next()
    }
  }

  #startsStatement(): boolean {
    const { kind, text } = this.token
    return kind === 'word' && ['allow', 'match', 'function', 'service'].includes(text) && this.#isFirstOnItsLine()
  }

  /** Goes back over what is blank alone, so that a source is gone over twice at most. */
  #isFirstOnItsLine(): boolean {
    const { source } = this.scanner
    let before = this.token.start - 1
    while (' \t\r\f'.includes(source[before] ?? '|')) before--
    return (before < 0 || source[before] === '\n') && this.token.start > this.lastEnd
  }
}

export function isReserved(word: string): boolean {
  return RESERVED.has(word)
}

export function isReservedVariable(word: string): boolean {
  return RESERVED.has(word) || NAMESPACES.has(word)
}
