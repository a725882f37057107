import { type BinaryOperator, type Expression, type PathSegment, TYPE_NAMES, type TypeName } from './ast.ts'
import { decodePathText } from './path-text.ts'
import { isReserved, isReservedVariable, SyntaxStop, type TokenReader } from './token-reader.ts'

/** How deep expressions may nest in the source; what is deeper is not read. */
const NESTING_MAX = 99
/** Links of chains such as `a.b.c` or `a + b + c` in one expression, together; they nest when it is evaluated. */
const LINKS_MAX = 2_000
/** How tight an operator binds. `in` and `is` are looser than comparisons, as the vendor's runtime shows. */
const RANKS: Readonly<Record<string, number>> = {
  '||': 1,
  '&&': 2,
  in: 3,
  is: 4,
  '==': 5,
  '!=': 5,
  '<': 6,
  '<=': 6,
  '>': 6,
  '>=': 6,
  '+': 7,
  '-': 7,
  '*': 8,
  '/': 8,
  '%': 8,
}
export const TOO_COMPLEX = 'Expression is too complex to evaluate safely.'

/** Reads one expression by recursive descent, loosest operator first. Throws `SyntaxStop`. */
export function parseExpression(reader: TokenReader): Expression {
  return new ExpressionParser(reader).parse()
}

class ExpressionParser {
  readonly #reader: TokenReader
  #depth = 0
  #links = 0

  constructor(reader: TokenReader) {
    this.#reader = reader
  }

  parse(): Expression {
    const reader = this.#reader
    if (this.#depth >= NESTING_MAX) this.#tooComplex()
    this.#depth++
    const condition = this.#operators(0)
    if (!reader.acceptSymbol('?')) {
      this.#depth--
      return condition
    }
    const whenTrue = this.parse()
    reader.expectSymbol(':')
    const whenFalse = this.parse()
    this.#depth--
    return { kind: 'ternary', condition, whenTrue, whenFalse, start: condition.start, end: whenFalse.end }
  }

  /**
   * Operators of at least this rank, left-associative. `is` ends its operand, so what stands behind it works on the whole:
   * `1 is int == true` is `(1 is int) == true`, and `true == 1 is int` is `(true == 1) is int`.
   */
  #operators(rankMin: number): Expression {
    return this.#chain(
      () => this.#unary(),
      (left) => {
        const reader = this.#reader
        const rank = this.#rank()
        if (rank === undefined || rank < rankMin) return undefined
        const { text } = reader.next()
        if (text === 'is') return this.#is(left)
        const right = this.#operators(rank + 1)
        const span = { start: left.start, end: right.end }
        if (text === '||' || text === '&&') return { kind: text === '||' ? 'or' : 'and', left, right, ...span }
        return { kind: 'binary', operator: text as BinaryOperator, left, right, ...span }
      },
    )
  }

  /** How tight the operator that stands here binds; undefined when there is none. */
  #rank(): number | undefined {
    const { token, scanner } = this.#reader
    if (token.kind !== 'symbol' && token.kind !== 'word') return undefined
    if (!Object.hasOwn(RANKS, token.text)) return undefined
    if (token.text === '/' && scanner.isTight(token)) this.#reader.fail()
    return RANKS[token.text]
  }

  /** Left-associative: as long as `extend` finds one more link. */
  #chain(first: () => Expression, extend: (left: Expression) => Expression | undefined): Expression {
    let expression = first()
    for (;;) {
      const longer = extend(expression)
      if (longer === undefined) return expression
      if (this.#links++ >= LINKS_MAX) this.#tooComplex()
      expression = longer
    }
  }

  #is(operand: Expression): Expression {
    const reader = this.#reader
    const token = reader.expectWord()
    if (token.text === 'null' || token.text === 'true' || token.text === 'false') {
      reader.report(`mismatched input '${token.text}' expecting IDENTIFIER`, token)
    } else if (!isTypeName(token.text)) {
      const expected = TYPE_NAMES.toSorted().join(', ')
      reader.report(
        `An unsupported type identifier was used with the 'is' operator. Received ${token.text}. Expected one of [${expected}].`,
        token,
      )
    }
    const type = isTypeName(token.text) ? token.text : 'constraint'
    return { kind: 'is', operand, type, start: operand.start, end: token.end }
  }

  #unary(): Expression {
    const reader = this.#reader
    const { start } = reader.token
    if (!reader.isSymbol('!') && !reader.isSymbol('-')) return this.#postfix()
    const kind = reader.next().text === '!' ? 'not' : 'negate'
    if (kind === 'negate' && reader.isSymbol('-')) {
      reader.report('Increment (++) and decrement (--) operators are not supported.', reader.token)
      throw new SyntaxStop(reader.token.start)
    }
    const isNumber = reader.token.kind === 'value'
    if (this.#depth >= NESTING_MAX) this.#tooComplex()
    this.#depth++
    const operand = this.#unary()
    this.#depth--
    // The smallest integer has no positive counterpart, so its sign is part of it.
    if (kind === 'negate' && isNumber && operand.kind === 'literal' && typeof operand.value === 'bigint') {
      return { kind: 'literal', value: -operand.value, start, end: operand.end }
    }
    return { kind, operand, start, end: operand.end }
  }

  #postfix(): Expression {
    return this.#chain(
      () => this.#primary(),
      (object) => {
        const reader = this.#reader
        if (reader.acceptSymbol('.')) {
          const name = reader.expectWord().text
          if (!reader.isSymbol('(')) return { kind: 'member', object, name, start: object.start, end: reader.lastEnd }
          const args = this.#arguments()
          return { kind: 'call', object, name, args, start: object.start, end: reader.lastEnd }
        }
        return reader.acceptSymbol('[') ? this.#indexOrSlice(object) : undefined
      },
    )
  }

  /** `[i]`, `[i:j]`, `[i:]`, `[:j]`, `[:]`. */
  #indexOrSlice(object: Expression): Expression {
    const reader = this.#reader
    const from = reader.isSymbol(':') ? undefined : this.parse()
    if (from !== undefined && !reader.isSymbol(':')) {
      reader.expectSymbol(']')
      return { kind: 'index', object, index: from, start: object.start, end: reader.lastEnd }
    }
    reader.expectSymbol(':')
    const to = reader.isSymbol(']') ? undefined : this.parse()
    reader.expectSymbol(']')
    return { kind: 'slice', object, from, to, start: object.start, end: reader.lastEnd }
  }

  #arguments(): Expression[] {
    this.#reader.expectSymbol('(')
    return this.#items(')', () => this.parse())
  }

  #primary(): Expression {
    const reader = this.#reader
    const { token } = reader
    const { start } = token
    if (token.kind === 'value') {
      reader.next()
      return { kind: 'literal', value: token.value, start, end: token.end }
    }
    if (token.kind === 'word') return this.#word()
    if (reader.isSymbol('/')) return this.#path()
    if (reader.acceptSymbol('(')) {
      const inner = this.parse()
      reader.expectSymbol(')')
      return inner
    }
    if (reader.acceptSymbol('[')) {
      const items = this.#items(']', () => this.parse())
      return { kind: 'list', items, start, end: reader.lastEnd }
    }
    if (reader.acceptSymbol('{')) {
      const entries = this.#items('}', () => {
        const key = this.parse()
        reader.expectSymbol(':')
        return { key, value: this.parse() }
      })
      return { kind: 'map', entries, start, end: reader.lastEnd }
    }
    return reader.fail()
  }

  /** Up to the bracket that closes them; a comma may stand in front of it. */
  #items<T>(close: string, item: () => T): T[] {
    const reader = this.#reader
    const items: T[] = []
    while (!reader.isSymbol(close)) {
      items.push(item())
      if (!reader.acceptSymbol(',')) break
    }
    reader.expectSymbol(close)
    return items
  }

  #word(): Expression {
    const reader = this.#reader
    const { text, start, end } = reader.next()
    switch (text) {
      case 'true':
      case 'false':
        return { kind: 'literal', value: text === 'true', start, end }
      case 'null':
        return { kind: 'literal', value: null, start, end }
      default: {
        if (!reader.isSymbol('(')) {
          if (isReserved(text) || (isReservedVariable(text) && !reader.isSymbol('.'))) {
            reader.report(`Unexpected '${text}'.`, { start, end })
          }
          return { kind: 'name', name: text, start, end }
        }
        if (isReserved(text)) reader.report(`Unexpected '${text}'.`, { start, end })
        const args = this.#arguments()
        return { kind: 'call', object: undefined, name: text, args, start, end: reader.lastEnd }
      }
    }
  }

  /** `/databases/$(database)/documents`: segments of plain text, `$(expression)`, `(default)` and `{placeholder}`. */
  #path(): Expression {
    const reader = this.#reader
    const { start } = reader.token
    const segments: PathSegment[] = []
    while (reader.isSymbol('/') && (segments.length === 0 || reader.token.start === reader.lastEnd)) {
      segments.push(this.#pathSegment(reader.token.end))
      if (this.#links++ >= LINKS_MAX) this.#tooComplex()
    }
    return { kind: 'path', segments, start, end: reader.lastEnd }
  }

  #pathSegment(at: number): PathSegment {
    const reader = this.#reader
    const { scanner } = reader
    const plain = scanner.pathTextAt(at)
    if (plain !== '') {
      reader.seek(at + plain.length)
      return { kind: 'literal', text: this.#pathText(plain) }
    }
    const enclosed = /^(?:\([A-Za-z0-9_%~.'&:-]+\)|\{\w+\})/.exec(scanner.source.slice(at, at + 2000))?.[0]
    if (enclosed !== undefined) {
      reader.seek(at + enclosed.length)
      return { kind: 'literal', text: enclosed.startsWith('{') ? enclosed : this.#pathText(enclosed) }
    }
    reader.seek(at)
    if (scanner.source[at] !== '$') reader.fail()
    reader.next()
    reader.expectSymbol('(')
    const value = this.parse()
    // The next segment, if any, must follow at once: only then is it part of this path.
    reader.expectSymbol(')')
    return { kind: 'value', value }
  }

  /** An escaped brace would be taken for a placeholder: no path needs one. */
  #pathText(text: string): string {
    const decoded = decodePathText(text)
    return decoded === undefined || decoded.startsWith('{') ? this.#reader.fail() : decoded
  }

  #tooComplex(): never {
    this.#reader.report(TOO_COMPLEX, this.#reader.token)
    throw new SyntaxStop(this.#reader.token.start)
  }
}

function isTypeName(text: string): text is TypeName {
  return (TYPE_NAMES as readonly string[]).includes(text)
}
