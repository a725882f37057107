/** What a class named after a property of characters takes to read, and what it takes where upper and lower case are one. */
const PROPERTY_CLASS = 30
const FOLDED_PROPERTY_CLASS = 300
/** Characters of a range whose other cases are found in the time that one instruction takes to compile. */
const FOLDED_PER_INSTRUCTION = 20
/** Of what is written as an escape, the largest range that has cases at all. */
const FOLDED_RANGE_MAX = 0x1e943

const REPETITION = /\{(\d+)(,(\d*))?\}/y
const BARE_FLAGS = /\?[a-zA-Z-]+\)/y
const FLAGS = /\?[a-zA-Z-]*:?/y
const GROUP_NAME = /\?P?</y
const HEX_OR_OCTAL = /x[\dA-Fa-f]{2}|[0-7]{1,3}/y

/** A group that is being read: what its row of pieces takes, and the last piece of it alone, which a repetition would multiply. */
interface Row {
  total: number
  last: number
}

/**
 * How many instructions a pattern (RE2) compiles to at most, in time linear in its length and without compiling it; what takes long
 * to read counts for as many instructions as could be compiled meanwhile. Of a text that is no pattern: some number.
 */
export function patternCost(pattern: string): number {
  return new CostReader(pattern).read()
}

class CostReader {
  readonly #pattern: string
  readonly #isFolded: boolean
  readonly #outer: Row[] = []
  #row: Row = { total: 3, last: 0 }
  /** What is read once, however often it is repeated. */
  #reading = 0
  #at = 0
  /** Signs that close something and do not come any more: looked for once, so that a text is gone over once. */
  readonly #missing = new Set<string>()

  constructor(pattern: string) {
    this.#pattern = pattern
    this.#isFolded = /\(\?[a-zA-Z]*i/.test(pattern)
  }

  read(): number {
    while (this.#at < this.#pattern.length) this.#piece(this.#pattern[this.#at++] ?? '')
    while (this.#outer.length > 0) this.#closeGroup()
    return this.#reading + this.#row.total
  }

  #piece(char: string): void {
    switch (char) {
      case '\\':
        this.#escape()
        return
      case '[':
        this.#characterClass()
        return
      case '(':
        // Flags alone are no piece: what repeats behind them repeats what stands before them.
        if (this.#take(BARE_FLAGS) !== undefined) return
        if (this.#take(GROUP_NAME) === undefined) this.#take(FLAGS)
        else this.#takeThrough('>')
        this.#outer.push(this.#row)
        this.#row = { total: 3, last: 0 }
        return
      case ')':
        if (this.#outer.length > 0) this.#closeGroup()
        return
      case '|':
      case '*':
      case '+':
      case '?':
        this.#row.total += 2
        this.#row.last += 2
        return
      case '{':
        this.#repetition()
        return
      default:
        this.#add(1)
    }
  }

  #add(instructions: number): void {
    this.#row.total += instructions
    this.#row.last = instructions
  }

  #closeGroup(): void {
    const inner = this.#row.total
    this.#row = this.#outer.pop() ?? this.#row
    this.#add(inner)
  }

  #repetition(): void {
    this.#at--
    const [whole, least = '', more, most = ''] = this.#take(REPETITION) ?? []
    if (whole === undefined) {
      this.#at++
      this.#add(1)
      return
    }
    const { last } = this.#row
    const once = Number(least)
    const optional = more === undefined || most === '' ? 0 : Math.max(0, Number(most) - once)
    const repeated = Math.max(once, 1) * last + optional * (last + 1) + 2
    this.#row.total += repeated - last
    this.#row.last = repeated
  }

  #escape(): void {
    const char = this.#pattern[this.#at]
    if (char === 'Q') {
      const end = this.#pattern.indexOf('\\E', this.#at)
      const stop = end < 0 ? this.#pattern.length : end
      this.#row.total += stop - this.#at
      this.#row.last = 1
      this.#at = end < 0 ? stop : stop + 2
      return
    }
    this.#escapedCharacters()
    this.#add(1)
  }

  /** One escape, behind its backslash. Returns the last of the characters that it stands for. */
  #escapedCharacters(): number {
    const letter = this.#pattern[this.#at]
    const isBraced = this.#pattern[this.#at + 1] === '{'
    if (letter === 'p' || letter === 'P') {
      this.#at += 2
      if (isBraced) this.#takeThrough('}')
      this.#reading += this.#isFolded ? FOLDED_PROPERTY_CLASS : PROPERTY_CLASS
      return 0
    }
    if (letter === 'x' && isBraced) {
      this.#at += 2
      return Number.parseInt(this.#takeThrough('}'), 16) || 0
    }
    const digits = this.#take(HEX_OR_OCTAL)?.[0]
    if (digits !== undefined)
      return digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 8)
    const code = this.#pattern.codePointAt(this.#at) ?? 0
    this.#at += code > 0xffff ? 2 : 1
    return code
  }

  #characterClass(): void {
    if (this.#pattern[this.#at] === '^') this.#at++
    let from = this.#pattern[this.#at] === ']' ? this.#classCharacter() : 0
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ']') {
      const isRange = this.#pattern[this.#at] === '-' && this.#pattern[this.#at + 1] !== ']'
      if (isRange) this.#at++
      const to = this.#classCharacter()
      if (isRange && this.#isFolded) {
        this.#reading += Math.min(Math.max(0, to - from), FOLDED_RANGE_MAX) / FOLDED_PER_INSTRUCTION
      }
      from = to
      this.#reading += 1
    }
    this.#at++
    this.#add(1)
  }

  #classCharacter(): number {
    const code = this.#pattern.codePointAt(this.#at) ?? 0
    this.#at += code > 0xffff ? 2 : 1
    return code === 0x5c ? this.#escapedCharacters() : code
  }

  /** The text up to a sign, which is passed; nothing where it does not come. */
  #takeThrough(sign: string): string {
    const end = this.#missing.has(sign) ? -1 : this.#pattern.indexOf(sign, this.#at)
    if (end < 0) {
      this.#missing.add(sign)
      return ''
    }
    const text = this.#pattern.slice(this.#at, end)
    this.#at = end + 1
    return text
  }

  #take(expected: RegExp): RegExpExecArray | undefined {
    expected.lastIndex = this.#at
    const found = expected.exec(this.#pattern) ?? undefined
    this.#at += found?.[0].length ?? 0
    return found
  }
}
