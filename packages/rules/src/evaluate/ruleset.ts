import { checkRules } from '../check/check-rules.ts'
import type { AllowStatement, Method, PatternSegment, RulesFile, Verb } from '../syntax/ast.ts'
import type { SourceIssue } from '../syntax/issue.ts'
import { parseRules } from '../syntax/parse.ts'
import { rootExpressions } from '../syntax/root-expressions.ts'
import { LineMap, type SourcePosition } from '../syntax/source-position.ts'
import { blocksOf } from './blocks.ts'
import type { Closure } from './closure.ts'
import { ExpressionCompiler } from './compile-expression.ts'
import { literalPatterns } from './literal-patterns.ts'
import { Patterns } from './patterns.ts'
import type { ServiceName } from './scope.ts'

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
}

/** The rules of one service, ready to be asked. */
export interface Ruleset {
  readonly service: ServiceName
  readonly sources: readonly ParsedSource[]
  /** The blocks that say something of a method, each with those of its `allow`s that do, in the order of the source. */
  readonly blocks: Readonly<Record<Method, readonly CompiledBlock[]>>
  readonly patterns: Patterns
}

/** A source as the expressions of a ruleset come from it. */
export interface ParsedSource extends SourceFile {
  readonly parsed: RulesFile
  readonly lines: LineMap
}

export interface CompiledBlock {
  readonly pattern: readonly PatternSegment[]
  readonly version: 1 | 2
  readonly allows: readonly CompiledAllow[]
}

export interface CompiledAllow {
  readonly statement: AllowStatement
  /** Absent: always. */
  readonly condition: Closure | undefined
  readonly fileName: string
  readonly lines: LineMap
  readonly position: SourcePosition
}

const READS: readonly Method[] = ['get', 'list']
const WRITES: readonly Method[] = ['create', 'update', 'delete']

/** What is wrong with sources, in their order: `ERROR`s keep them from being used. */
export function findIssues(files: readonly SourceFile[]): RulesIssue[] {
  return files.flatMap((file) => {
    const { file: parsed, issues } = parseRules(file.content)
    const isBroken = issues.some(({ severity }) => severity === 'ERROR')
    const lines = new LineMap(file.content)
    // What could not be read would be taken for missing.
    return (isBroken ? issues : [...issues, ...checkRules(parsed)]).map(({ severity, description, span }) => ({
      severity,
      description,
      fileName: file.name,
      position: span && lines.positionOf(span.start),
      endPosition: span && lines.positionOf(span.end),
    }))
  })
}

/**
 * Makes the rules of a service out of sources that have no errors; what belongs to other services is left out. Observed
 * rules report every expression they evaluate. Undefined when a source has errors.
 */
export function compileRules(
  files: readonly SourceFile[],
  service: ServiceName,
  options: { readonly isObserved: boolean } = { isObserved: false },
): Ruleset | undefined {
  if (findIssues(files).some(({ severity }) => severity === 'ERROR')) return undefined
  const compiler = new ExpressionCompiler(options)
  const sources = files.map((file) => {
    return { ...file, parsed: parseRules(file.content).file, lines: new LineMap(file.content) }
  })
  const blocks = sources.flatMap(({ name, parsed, lines }) =>
    blocksOf(parsed, service).map(({ pattern, version, allows, scope }) => ({
      pattern,
      version,
      allows: allows.map((statement) => ({
        statement,
        condition: statement.condition && compiler.compile(statement.condition, scope),
        fileName: name,
        lines,
        position: lines.positionOf(statement.start),
      })),
    })),
  )
  const blocksFor = (method: Method): CompiledBlock[] =>
    blocks
      .map((block) => ({
        ...block,
        allows: block.allows.filter(({ statement }) => statement.verbs.flatMap(methodsOf).includes(method)),
      }))
      .filter(({ allows }) => allows.length > 0)
  const patterns = new Patterns()
  for (const pattern of literalPatterns(sources.flatMap(({ parsed }) => rootExpressions(parsed))))
    patterns.prepare(pattern)
  return {
    service,
    sources,
    blocks: {
      get: blocksFor('get'),
      list: blocksFor('list'),
      create: blocksFor('create'),
      update: blocksFor('update'),
      delete: blocksFor('delete'),
    },
    patterns,
  }
}

/** The methods that a verb of an `allow` stands for. */
export function methodsOf(verb: Verb): readonly Method[] {
  switch (verb) {
    case 'read':
      return READS
    case 'write':
      return WRITES
    case 'get':
    case 'list':
    case 'create':
    case 'update':
    case 'delete':
      return [verb]
  }
}

/** The services that sources have rules for, each once. */
export function servicesOf(files: readonly SourceFile[]): string[] {
  const names = files.flatMap(({ content }) => parseRules(content).file.services.map(({ name }) => name))
  return [...new Set(names)]
}
