import type { FunctionDeclaration, MatchBlock, PatternSegment, RulesFile } from '../syntax/ast.ts'
import type { Issues } from '../syntax/issue.ts'
import type { Span } from '../syntax/source-position.ts'

/** Refuses what is declared twice in one place, in the vendor's words: which of the two would hold is anybody's guess. */
export function checkNames(file: RulesFile, issues: Issues): void {
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
