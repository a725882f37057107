import type { Observer } from '../evaluate/evaluation.ts'
import type { Result } from '../evaluate/failure.ts'
import type { ParsedSource } from '../evaluate/rules-sources.ts'
import type { Expression } from '../syntax/ast.ts'
import { childrenOf, rootExpressions } from '../syntax/children.ts'
import type { SourcePosition } from '../syntax/source-position.ts'
import { showResult } from './show-result.ts'

/** Different values that are told apart of one expression; further ones count as one. */
const VALUES_MAX = 20

/** An expression, what it was evaluated to how often, and the expressions inside of it. Never evaluated: no values. */
export interface CoverageEntry {
  readonly fileName: string
  readonly position: SourcePosition
  readonly offset: number
  readonly endOffset: number
  readonly values: readonly { readonly value: string; readonly count: number }[]
  readonly children: readonly CoverageEntry[]
}

/** Counts what the expressions of observed rules were evaluated to. */
export class Coverage implements Observer {
  readonly #counts = new Map<Expression, Map<string, number>>()

  enter(_expression: Expression): void {}

  leave(expression: Expression, result: Result): void {
    let counts = this.#counts.get(expression)
    if (counts === undefined) {
      counts = new Map()
      this.#counts.set(expression, counts)
    }
    const shown = showResult(result)
    const value = counts.has(shown) || counts.size < VALUES_MAX ? shown : 'other values'
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }

  /** Every condition and every body of a function of the sources, in their order. */
  report(sources: readonly ParsedSource[]): CoverageEntry[] {
    return sources.flatMap((source) => rootExpressions(source.parsed).map((root) => this.#entry(source, root)))
  }

  /**
   * The same of those conditions and bodies alone that were evaluated, and how many expressions are in them. Undefined when those are more
   * than `sizeMax`: what sources of some kilobytes can say again and again does not belong in an answer.
   */
  reportEvaluated(
    sources: readonly ParsedSource[],
    sizeMax: number,
  ): { readonly entries: CoverageEntry[]; readonly size: number } | undefined {
    const evaluated = sources.map((source) => ({
      source,
      roots: rootExpressions(source.parsed).filter((root) => this.#counts.has(root)),
    }))
    let size = 0
    for (const { roots } of evaluated) for (const root of roots) size += sizeOf(root, sizeMax - size)
    if (size > sizeMax) return undefined
    const entries = evaluated.flatMap(({ source, roots }) => roots.map((root) => this.#entry(source, root)))
    return { entries, size }
  }

  #entry(source: ParsedSource, expression: Expression): CoverageEntry {
    const counts = this.#counts.get(expression) ?? new Map<string, number>()
    return {
      fileName: source.name,
      position: source.lines.positionOf(expression.start),
      offset: expression.start,
      endOffset: expression.end,
      values: [...counts].map(([value, count]) => ({ value, count })),
      children: childrenOf(expression).map((child) => this.#entry(source, child)),
    }
  }
}

/**
 * One report out of two of the same sources, whose rules of documents and of files were observed apart: what an expression was evaluated
 * to in either.
 */
export function mergeCoverage(left: readonly CoverageEntry[], right: readonly CoverageEntry[]): CoverageEntry[] {
  return left.map((entry, at) => {
    const other = right[at]
    if (other === undefined) return entry
    const counts = new Map<string, number>()
    for (const { value, count } of [...entry.values, ...other.values]) {
      counts.set(value, (counts.get(value) ?? 0) + count)
    }
    return {
      ...entry,
      values: [...counts].map(([value, count]) => ({ value, count })),
      children: mergeCoverage(entry.children, other.children),
    }
  })
}

/** How many expressions there are in one, itself included; counted until they are more than `max`. */
function sizeOf(expression: Expression, max: number): number {
  let size = 1
  for (const child of childrenOf(expression)) {
    if (size > max) return size
    size += sizeOf(child, max - size)
  }
  return size
}
