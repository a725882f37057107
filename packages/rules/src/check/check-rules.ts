import { type Block, blocksOf } from '../evaluate/blocks.ts'
import type { PreparedPatterns } from '../evaluate/prepared-patterns.ts'
import type { ScopedFunction, ServiceName } from '../evaluate/scope.ts'
import { allFunctions } from '../syntax/all-functions.ts'
import type { FunctionDeclaration, RulesFile } from '../syntax/ast.ts'
import { Issues, type SourceIssue } from '../syntax/issue.ts'
import { type Calls, checkExpression } from './check-expression.ts'
import { checkCallDepth } from './call-depth.ts'
import { checkNames } from './check-names.ts'
import { checkPaths } from './check-paths.ts'
import { checkPatterns } from './check-patterns.ts'

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
