import type {
  AllowStatement,
  FunctionDeclaration,
  LetStatement,
  MatchBlock,
  PatternSegment,
  RulesFile,
  ServiceBlock,
  Verb,
} from './ast.ts'
import { parseExpression } from './expression-parser.ts'
import type { SourceIssue } from './issue.ts'
import { decodePathText } from './path-text.ts'
import { isReserved, SyntaxStop, TokenReader } from './token-reader.ts'

/** The text of a source, in UTF-16 code units; checked before anything is read. */
export const SOURCE_MAX = 256 * 1024
const BLOCK_NESTING_MAX = 30
const VERBS: readonly Verb[] = ['read', 'write', 'get', 'list', 'create', 'update', 'delete']

export interface ParsedRules {
  readonly file: RulesFile
  readonly issues: readonly SourceIssue[]
}

/** Reads a source of rules. Never throws: what can't be read is an issue, and reading goes on behind it. */
export function parseRules(source: string): ParsedRules {
  if (source.length > SOURCE_MAX) {
    const description = `The source is longer than ${SOURCE_MAX / 1024} KB.`
    const file: RulesFile = { version: 1, isVersionGiven: false, functions: [], services: [] }
    return { file, issues: [{ severity: 'ERROR', description, span: undefined }] }
  }
  const parser = new Parser(source)
  const file = parser.file()
  return { file, issues: parser.issues }
}

class Parser {
  readonly #reader: TokenReader
  #nesting = 0

  constructor(source: string) {
    this.#reader = new TokenReader(source)
  }

  get issues(): readonly SourceIssue[] {
    return this.#reader.issues.list
  }

  file(): RulesFile {
    const reader = this.#reader
    const version = this.#version()
    const functions: FunctionDeclaration[] = []
    const services: ServiceBlock[] = []
    while (!reader.isAtEnd) {
      this.#statement(() => {
        if (reader.isWord('service')) services.push(this.#service())
        else if (reader.isWord('function')) functions.push(this.#function())
        else reader.fail()
      })
      // A brace too many closes nothing.
      if (reader.isSymbol('}')) {
        reader.report("Unexpected '}'.", reader.token)
        reader.next()
      }
    }
    if (services.length === 0 && reader.issues.list.length === 0) reader.report("Unexpected '<EOF>'.", reader.token)
    return { version: version ?? 1, isVersionGiven: version !== undefined, functions, services }
  }

  #version(): 1 | 2 | undefined {
    const reader = this.#reader
    if (!reader.isWord('rules_version')) return undefined
    let version: 1 | 2 | undefined
    this.#statement(() => {
      reader.next()
      reader.expectSymbol('=')
      const token = reader.next()
      if (token.kind === 'value' && token.value === '1') version = 1
      else if (token.kind === 'value' && token.value === '2') version = 2
      else reader.report(`Invalid rules version ${token.text}.`, token)
      reader.acceptSymbol(';')
    })
    return version
  }

  /** Reads one statement; when it is broken, goes on behind it. */
  #statement(read: () => void): void {
    const reader = this.#reader
    const { start } = reader.token
    try {
      read()
    } catch (error) {
      if (!(error instanceof SyntaxStop)) throw error
      reader.skipStatement()
      if (reader.token.start === start && !reader.isAtEnd && !reader.isSymbol('}')) reader.next()
    }
  }

  #block(statement: () => void): void {
    const reader = this.#reader
    reader.expectSymbol('{')
    if (this.#nesting >= BLOCK_NESTING_MAX) {
      reader.report('Blocks are nested too deep.', reader.token)
      throw new SyntaxStop(reader.token.start)
    }
    this.#nesting++
    while (!reader.isSymbol('}') && !reader.isAtEnd) this.#statement(statement)
    this.#nesting--
    if (reader.isAtEnd) reader.report("missing '}' at '<EOF>'", reader.token)
    else reader.next()
  }

  #service(): ServiceBlock {
    const reader = this.#reader
    const { start } = reader.next()
    const first = reader.expectWord()
    let name = first.text
    while (reader.acceptSymbol('.')) name += `.${reader.expectWord().text}`
    if (name !== 'cloud.firestore' && name !== 'firebase.storage') {
      reader.report(`Unknown service '${name}'.`, { start: first.start, end: reader.lastEnd })
    }
    const functions: FunctionDeclaration[] = []
    const matches: MatchBlock[] = []
    this.#block(() => {
      if (reader.isWord('function')) functions.push(this.#function())
      else if (reader.isWord('match')) matches.push(this.#match())
      else reader.fail()
    })
    return { name, functions, matches, start, end: reader.lastEnd }
  }

  #match(): MatchBlock {
    const reader = this.#reader
    const { start } = reader.next()
    const pattern: PatternSegment[] = []
    if (!reader.isSymbol('/')) reader.fail("'/'")
    while (reader.isSymbol('/')) pattern.push(this.#patternSegment(reader.token.end))
    const functions: FunctionDeclaration[] = []
    const matches: MatchBlock[] = []
    const allows: AllowStatement[] = []
    this.#block(() => {
      if (reader.isWord('function')) functions.push(this.#function())
      else if (reader.isWord('match')) matches.push(this.#match())
      else if (reader.isWord('allow')) allows.push(this.#allow())
      else reader.fail()
    })
    return { pattern, functions, matches, allows, start, end: reader.lastEnd }
  }

  #patternSegment(at: number): PatternSegment {
    const reader = this.#reader
    const { scanner } = reader
    const text = scanner.pathTextAt(at)
    if (text !== '') {
      const end = at + text.length
      reader.seek(end)
      if (reader.isSymbol('{') && reader.token.start === end) reader.fail()
      return { kind: 'literal', text: decodePathText(text) ?? text, start: at, end }
    }
    if (scanner.source[at] !== '{') {
      const enclosed = /^\([\w-]+\)/.exec(scanner.source.slice(at, at + 200))?.[0]
      if (enclosed === undefined) {
        reader.seek(at)
        return reader.fail()
      }
      reader.seek(at + enclosed.length)
      return { kind: 'literal', text: enclosed, start: at, end: reader.lastEnd }
    }
    reader.seek(at)
    reader.next()
    const name = reader.expectName()
    const kind = this.#acceptStars() ? 'glob' : 'capture'
    reader.expectSymbol('}')
    if (scanner.pathTextAt(reader.lastEnd) !== '') reader.fail()
    return { kind, name, start: at, end: reader.lastEnd }
  }

  /** `=**`; a blank may stand in front of the stars. */
  #acceptStars(): boolean {
    const reader = this.#reader
    if (reader.acceptSymbol('=**')) return true
    if (!reader.acceptSymbol('=')) return false
    const first = reader.expectSymbol('*')
    if (reader.token.start !== first.end) reader.fail()
    reader.expectSymbol('*')
    return true
  }

  #allow(): AllowStatement {
    const reader = this.#reader
    const { start } = reader.next()
    const verbs: Verb[] = []
    do {
      const token = reader.expectWord()
      const verb = VERBS.find((known) => known === token.text)
      if (verb === undefined) reader.report(`Unexpected '${token.text}'.`, token)
      else verbs.push(verb)
    } while (reader.acceptSymbol(','))
    let condition: AllowStatement['condition']
    if (reader.acceptSymbol(':')) {
      if (!reader.isWord('if')) reader.fail("'if'")
      reader.next()
      condition = parseExpression(reader)
    }
    const end = reader.lastEnd
    this.#endStatement()
    return { verbs, condition, start, end }
  }

  /** A semicolon may be left out where nothing else can follow. */
  #endStatement(): void {
    const reader = this.#reader
    if (reader.acceptSymbol(';') || reader.isSymbol('}')) return
    const { kind, text } = reader.token
    if (kind !== 'word' || !['allow', 'match', 'function'].includes(text)) reader.fail()
  }

  #function(): FunctionDeclaration {
    const reader = this.#reader
    const { start } = reader.next()
    const name = reader.expectName(isReserved)
    reader.expectSymbol('(')
    const parameters: string[] = []
    while (!reader.isSymbol(')')) {
      parameters.push(reader.expectName())
      if (!reader.acceptSymbol(',')) break
    }
    reader.expectSymbol(')')
    reader.expectSymbol('{')
    const lets: LetStatement[] = []
    while (reader.isWord('let')) lets.push(this.#let())
    if (!reader.isWord('return')) reader.fail("'return'")
    reader.next()
    const result = parseExpression(reader)
    reader.acceptSymbol(';')
    reader.expectSymbol('}')
    return { name, parameters, lets, result, start, end: reader.lastEnd }
  }

  #let(): LetStatement {
    const reader = this.#reader
    const { start } = reader.next()
    const name = reader.expectName()
    reader.expectSymbol('=')
    const value = parseExpression(reader)
    reader.expectSymbol(';')
    return { name, value, start, end: reader.lastEnd }
  }
}
