import type { Observer } from '../evaluate/evaluation.ts'
import type { Result } from '../evaluate/failure.ts'
import type { Expression } from '../syntax/ast.ts'
import { showResult } from './show-result.ts'

const EXPRESSION_LENGTH_MAX = 300
const PARTS_MAX = 10

/**
 * An expression with the value it had, and the expressions that were evaluated for it, in their order: those inside of it,
 * and for a call also those of the function.
 */
export interface ExplainedExpression {
  readonly offset: number
  readonly endOffset: number
  /** Undefined: the evaluation was cut short in it. */
  value: string | undefined
  readonly children: ExplainedExpression[]
}

/** Writes down how observed rules came to their verdict. At most 1000 expressions, which is what one request may evaluate. */
export class Explanation implements Observer {
  /** One for each condition that was tried. */
  readonly conditions: ExplainedExpression[] = []
  readonly #open: ExplainedExpression[] = []

  enter({ start, end }: Expression): void {
    const explained: ExplainedExpression = { offset: start, endOffset: end, value: undefined, children: [] }
    const siblings = this.#open.at(-1)?.children ?? this.conditions
    siblings.push(explained)
    this.#open.push(explained)
  }

  leave(_expression: Expression, result: Result): void {
    const explained = this.#open.pop()
    if (explained !== undefined) explained.value = showResult(result)
  }
}

/** The expression that made a condition what it is, and what the values inside of it were. */
export interface DecidingExpression {
  /** As the source says it, in one line; cut where it is long. */
  readonly expression: string
  /** As `ExplainedExpression` shows it. */
  readonly value: string
  /** What stands directly inside of it, but for what is its own value (`'ada'`, `3`); at most ten. */
  readonly parts: readonly { readonly expression: string; readonly value: string }[]
}

/**
 * The expressions from the whole condition down to the one that made it what it is: each time the inner one that failed first, or the
 * only one that is false, too. Where several are false, as on both sides of an `||`, they decide together.
 */
export function decidingPath(tree: ExplainedExpression): ReadonlySet<ExplainedExpression> {
  const path = new Set<ExplainedExpression>()
  let next: ExplainedExpression | undefined = tree
  while (next !== undefined) {
    path.add(next)
    const { value, children }: ExplainedExpression = next
    const isFailure: boolean = value?.startsWith('error') === true
    const causes: ExplainedExpression[] = children.filter((child) => child.value === value)
    next = isFailure || (value === 'false' && causes.length === 1) ? causes[0] : undefined
  }
  return path
}

/** The end of the path through a condition of `source`; undefined where the evaluation was cut short. */
export function decidingExpression(source: string, tree: ExplainedExpression): DecidingExpression | undefined {
  const last = [...decidingPath(tree)].at(-1)
  if (last?.value === undefined) return undefined
  const parts = last.children.flatMap((child) => {
    const expression = expressionText(source, child)
    return child.value === undefined || child.value === expression ? [] : [{ expression, value: child.value }]
  })
  return { expression: expressionText(source, last), value: last.value, parts: parts.slice(0, PARTS_MAX) }
}

/** A stretch of a source in one line. */
export function expressionText(
  source: string,
  { offset, endOffset }: { readonly offset: number; readonly endOffset: number },
): string {
  // A long one is cut before it is walked through.
  const text = source.slice(offset, Math.min(endOffset, offset + 4 * EXPRESSION_LENGTH_MAX)).replaceAll(/\s+/g, ' ')
  return text.length > EXPRESSION_LENGTH_MAX ? `${text.slice(0, EXPRESSION_LENGTH_MAX - 1)}…` : text
}
