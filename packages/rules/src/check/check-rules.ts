import { type Block, blocksOf } from '../evaluate/blocks.ts'
import { Failure } from '../evaluate/failure.ts'
import { INSTRUCTIONS_MAX, INSTRUCTIONS_TOGETHER_MAX, type PreparedPatterns } from '../evaluate/prepared-patterns.ts'
import type { ScopedFunction, ServiceName } from '../evaluate/scope.ts'
import { allFunctions } from '../syntax/children.ts'
import type { FunctionDeclaration, MatchBlock, PatternSegment, RulesFile } from '../syntax/ast.ts'
import { Issues, type SourceIssue } from '../syntax/issue.ts'
import type { Span } from '../syntax/source-position.ts'
import { type Calls, checkExpression } from './check-expression.ts'
import { checkPaths } from './check-paths.ts'
import { sourcePatterns } from './source-patterns.ts'

const PARAMETERS_MAX = 7
/** The vendor says 10 and takes 11. */
const LETS_MAX = 11

const SERVICES: readonly ServiceName[] = ['cloud.firestore', 'firebase.storage']

/** Everything that is wrong with a source that could be read: names, limits, patterns (which are prepared on the way), versions. */
export function checkRules(file: RulesFile, patterns: PreparedPatterns): readonly SourceIssue[] {
  const issues = new Issues()
  if (file.version === 1) {
    const text = 'Ruleset uses old version (version [1]). Please update to the latest version (version [2]).'
    issues.add('WARNING', text)
  }
  for (const declaration of allFunctions(file)) checkFunctionLimits(declaration, file.version, issues)
  checkPaths(file, issues)
  checkNames(file, issues)
  // What is past a limit is not gone through any further.
  if (issues.hasErrors) return issues.list
  checkPatterns(file, patterns, issues)
  const used = new Set<FunctionDeclaration>()
  for (const service of SERVICES) {
    const checker = new ServiceChecker(issues, used)
    for (const block of blocksOf(file, service)) checker.block(block)
  }
  for (const declaration of allFunctions(file)) {
    if (!used.has(declaration)) issues.add('WARNING', `Unused function: ${declaration.name}.`, declaration)
  }
  return issues.list
}

class ServiceChecker {
  readonly #issues: Issues
  readonly #used: Set<FunctionDeclaration>
  readonly #calls = new Map<ScopedFunction, Calls>()
  readonly #heights = new Map<ScopedFunction, number>()

  constructor(issues: Issues, used: Set<FunctionDeclaration>) {
    this.#issues = issues
    this.#used = used
  }

  block(block: Block): void {
    for (const { condition } of block.allows) {
      if (condition === undefined) continue
      const calls = checkExpression(condition, block.scope, this.#issues)
      for (const called of calls) this.#reach(called)
      checkCallDepth(calls, {
        callsOf: (called) => this.#calls.get(called) ?? new Set(),
        heights: this.#heights,
        issues: this.#issues,
      })
    }
  }

  /** Checks a function that some condition leads to, once. */
  #reach(first: ScopedFunction): void {
    const waiting = [first]
    for (let called = waiting.pop(); called !== undefined; called = waiting.pop()) {
      if (this.#calls.has(called)) continue
      this.#used.add(called.declaration)
      const calls = checkBody(called, this.#issues)
      this.#calls.set(called, calls)
      waiting.push(...calls)
    }
  }
}

function checkBody({ declaration, scope: outer }: ScopedFunction, issues: Issues): Calls {
  const scope = outer.inner()
  let slot = 0
  for (const name of declaration.parameters) scope.bind(name, { kind: 'local', slot: slot++ })
  const calls = new Set<ScopedFunction>()
  for (const { name, value } of declaration.lets) {
    for (const called of checkExpression(value, scope, issues)) calls.add(called)
    scope.bind(name, { kind: 'local', slot: slot++ })
  }
  for (const called of checkExpression(declaration.result, scope, issues)) calls.add(called)
  return calls
}

function checkFunctionLimits(declaration: FunctionDeclaration, version: 1 | 2, issues: Issues): void {
  const [first] = declaration.lets
  if (version === 1 && first !== undefined) {
    issues.add('ERROR', 'Let bindings are not allowed in rules_version="1";', first)
  }
  if (declaration.parameters.length > PARAMETERS_MAX) {
    issues.add('ERROR', `A function takes at most ${PARAMETERS_MAX} arguments.`, declaration)
  }
  if (declaration.lets.length > LETS_MAX) {
    const text = 'Maximum allowed variable count of 10 for a given function has been reached.'
    issues.add('ERROR', text, declaration)
  }
}

/** Functions on the longest chain of calls; the vendor counts the calls between them. */
const CHAIN_MAX = 21

interface CallGraph {
  readonly callsOf: (called: ScopedFunction) => Calls
  /** How many functions the longest chain from one on has, as far as that is known: filled for all conditions together. */
  readonly heights: Map<ScopedFunction, number>
  readonly issues: Issues
}

/** Refuses recursion and chains of calls that are too long. */
function checkCallDepth(first: Calls, { callsOf, heights, issues }: CallGraph): void {
  const path: ScopedFunction[] = []
  const heightOf = (called: ScopedFunction): number => {
    const known = heights.get(called)
    if (known !== undefined) return known
    if (path.includes(called)) {
      issues.add('ERROR', `Recursive call is not allowed: ${called.declaration.name}.`, called.declaration)
      return 0
    }
    if (path.length >= CHAIN_MAX) {
      const names = [...path, called].map(({ declaration }) => declaration.name).join('->')
      const text = `Maximum allowed call depth of 20 is reached for [${names}] call stack.`
      issues.add('ERROR', text, called.declaration)
      return 0
    }
    path.push(called)
    let height = 1
    for (const next of callsOf(called)) height = Math.max(height, 1 + heightOf(next))
    path.pop()
    if (path.length + height > CHAIN_MAX) {
      const text = `Maximum allowed call depth of 20 is reached for [${called.declaration.name}] call stack.`
      issues.add('ERROR', text, called.declaration)
    }
    heights.set(called, height)
    return height
  }
  for (const called of first) heightOf(called)
}

/** Prepares the patterns of a source; refuses those that are none, and those that are too large. */
function checkPatterns(file: RulesFile, patterns: PreparedPatterns, issues: Issues): void {
  for (const { text, expression, isDirect } of sourcePatterns(file)) {
    const prepared = patterns.prepare(text)
    if (prepared === undefined) {
      const limits = `a pattern compiles to at most ${INSTRUCTIONS_MAX} instructions, all of a ruleset to ${INSTRUCTIONS_TOGETHER_MAX}`
      issues.add(
        'ERROR',
        `Regular expression pattern is too large: ${limits}. Pattern: ${text.slice(0, 200)}.`,
        expression,
      )
    } else if (prepared instanceof Failure && isDirect) {
      // What comes by a name may be no pattern at all.
      issues.add('ERROR', prepared.message, expression)
    }
  }
}

/** Refuses what is declared twice in one place, in the vendor's words: which of the two would hold is anybody's guess. */
function checkNames(file: RulesFile, issues: Issues): void {
  refuseTwins(
    file.services,
    ({ name }) => name,
    issues,
    () => 'Duplicate service name declaration.',
  )
  checkFunctions(file.functions, issues)
  for (const { functions, matches } of file.services) {
    checkFunctions(functions, issues)
    for (const match of matches) checkBlock(match, issues)
  }
}

/** Recursive as far as the parser lets blocks nest. */
function checkBlock({ pattern, functions, matches }: MatchBlock, issues: Issues): void {
  const named = pattern.filter((segment) => segment.kind !== 'literal')
  const text = ({ name }: Named): string => `Variable ${name} already exists in the PathTemplate.`
  refuseTwins(named, ({ name }) => name, issues, text)
  checkFunctions(functions, issues)
  for (const match of matches) checkBlock(match, issues)
}

type Named = Exclude<PatternSegment, { kind: 'literal' }>

function checkFunctions(functions: readonly FunctionDeclaration[], issues: Issues): void {
  refuseTwins(
    functions,
    ({ name }) => name,
    issues,
    ({ name }) => `Function ${name} is already defined.`,
  )
  for (const declaration of functions) {
    const { parameters, lets } = declaration
    const bound = [...parameters, ...lets.map(({ name }) => name)]
    const again = firstTwin(bound)
    if (again === undefined) continue
    const place = lets.findLast(({ name }) => name === again) ?? declaration
    issues.add('ERROR', `The identifier [${again}] is already bound in the current scope.`, place)
  }
}

function firstTwin(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

function refuseTwins<T extends Span>(
  declared: readonly T[],
  nameOf: (one: T) => string,
  issues: Issues,
  textOf: (one: T) => string,
): void {
  const names = new Set<string>()
  for (const one of declared) {
    if (names.has(nameOf(one))) issues.add('ERROR', textOf(one), one)
    names.add(nameOf(one))
  }
}
