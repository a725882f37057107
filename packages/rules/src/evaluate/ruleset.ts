import type { AllowStatement, Expression, Method, PatternSegment, Verb } from '../syntax/ast.ts'
import { parseRules } from '../syntax/parse.ts'
import type { LineMap, SourcePosition } from '../syntax/source-position.ts'
import { blocksOf } from './blocks.ts'
import type { Closure } from './closure.ts'
import { ExpressionCompiler } from './compile-expression.ts'
import { Patterns } from './patterns.ts'
import { type ParsedSource, type RulesIssue, RulesSources, type SourceFile } from './rules-sources.ts'
import type { Scope, ServiceName } from './scope.ts'

/** The rules of one service, ready to be asked. */
export interface Ruleset {
  readonly service: ServiceName
  readonly sources: readonly ParsedSource[]
  /** The blocks that say something of a method, each with those of its `allow`s that do, in the order of the source. */
  readonly blocks: Readonly<Record<Method, readonly CompiledBlock[]>>
  readonly patterns: Patterns
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
export function findIssues(files: readonly SourceFile[]): readonly RulesIssue[] {
  return new RulesSources(files).issues
}

/**
 * Makes the rules of a service out of sources that have no errors; what belongs to other services is left out. Observed
 * rules report every expression they evaluate. Undefined when a source has errors.
 */
export function compileRules(
  files: readonly SourceFile[] | RulesSources,
  service: ServiceName,
  options: { readonly isObserved: boolean } = { isObserved: false },
): Ruleset | undefined {
  const read = files instanceof RulesSources ? files : new RulesSources(files)
  if (read.hasErrors) return undefined
  const { sources } = read
  const compiler = new ExpressionCompiler(options)
  const blocks = sources.flatMap(({ name, parsed, lines }) =>
    blocksOf(parsed, service)
      .filter(({ isReachable }) => isReachable)
      .map(({ pattern, version, allows, scope }) => ({
        pattern,
        version,
        allows: allows.map((statement) => ({
          statement,
          condition: statement.condition && whenUsed(compiler, statement.condition, scope),
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
    patterns: new Patterns(read.patterns),
  }
}

/** Compiles a condition when a request first comes to it: of long sources, most are not asked for long. */
function whenUsed(compiler: ExpressionCompiler, condition: Expression, scope: Scope): Closure {
  let closure: Closure | undefined
  return (evaluation) => {
    closure ??= compiler.compile(condition, scope)
    return closure(evaluation)
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
