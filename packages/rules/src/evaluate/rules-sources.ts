import { checkRules } from '../check/check-rules.ts'
import type { RulesFile } from '../syntax/ast.ts'
import type { SourceIssue } from '../syntax/issue.ts'
import { type ParsedRules, parseRules, SOURCE_MAX } from '../syntax/parse.ts'
import { hintFor } from '../syntax/hints.ts'
import { LineMap, type SourcePosition } from '../syntax/source-position.ts'
import { PreparedPatterns } from './prepared-patterns.ts'

/** All sources of a ruleset together, in UTF-16 code units. */
const TOGETHER_MAX = 2 * SOURCE_MAX

export interface SourceFile {
  readonly name: string
  readonly content: string
}

/** An issue as tools show it. Without a position it concerns the whole file. */
export interface RulesIssue {
  readonly severity: SourceIssue['severity']
  readonly description: string
  readonly fileName: string
  readonly position: SourcePosition | undefined
  readonly endPosition: SourcePosition | undefined
  /** What to do about it; undefined where that is anybody's guess. An addition: the description is the vendor's. */
  readonly hint: string | undefined
}

/** A source as the expressions of a ruleset come from it. */
export interface ParsedSource extends SourceFile {
  readonly parsed: RulesFile
  readonly lines: LineMap
}

/** Sources, read and checked once: for what is wrong with them, and to compile each of their services. */
export class RulesSources {
  readonly #sources: ParsedSource[] = []
  readonly #issues: RulesIssue[] = []
  readonly patterns = new PreparedPatterns()

  constructor(files: readonly SourceFile[]) {
    for (const _ of this.#read(files));
  }

  /** For whoever serves others, too: `turn` lets them go ahead between the steps. */
  static async readInTurns(
    files: readonly SourceFile[],
    turn: { readonly pause: () => Promise<void> },
  ): Promise<RulesSources> {
    const sources = new RulesSources([])
    for (const _ of sources.#read(files)) await turn.pause()
    return sources
  }

  get sources(): readonly ParsedSource[] {
    return this.#sources
  }

  /** In the order of the sources: `ERROR`s keep them from being used. */
  get issues(): readonly RulesIssue[] {
    return this.#issues
  }

  get hasErrors(): boolean {
    return this.issues.some(({ severity }) => severity === 'ERROR')
  }

  /** The services that there are rules for, each once. */
  get services(): string[] {
    const names = this.sources.flatMap(({ parsed }) => parsed.services.map(({ name }) => name))
    return [...new Set(names)]
  }

  /** Yields after each step that may be long. */
  *#read(files: readonly SourceFile[]): Generator<undefined, void> {
    let length = 0
    for (const file of files) {
      length += file.content.length
      const isTooLong = length > TOGETHER_MAX
      const read = parseRules(isTooLong ? '' : file.content)
      yield
      // What was not read has no places.
      const lines = new LineMap(isTooLong || file.content.length > SOURCE_MAX ? '' : file.content)
      this.#sources.push({ ...file, parsed: read.file, lines })
      const found = isTooLong ? tooLongTogether : this.#check(read)
      for (const issue of found) {
        const { severity, description, span } = issue
        const [position, endPosition] = [span && lines.positionOf(span.start), span && lines.positionOf(span.end)]
        const hint = hintFor(file.content, issue)
        this.#issues.push({ severity, description, fileName: file.name, position, endPosition, hint })
      }
      yield
    }
  }

  #check({ file, issues }: ParsedRules): readonly SourceIssue[] {
    // What could not be read would be taken for missing.
    const isBroken = issues.some(({ severity }) => severity === 'ERROR')
    return isBroken ? issues : [...issues, ...checkRules(file, this.patterns)]
  }
}

const tooLongTogether: readonly SourceIssue[] = [
  {
    severity: 'ERROR',
    description: `The sources are longer than ${TOGETHER_MAX / 1024} KB together.`,
    span: undefined,
  },
]
