import type { Observer } from '../evaluate/evaluation.ts'
import type { Result } from '../evaluate/failure.ts'
import type { Expression } from '../syntax/ast.ts'
import { showResult } from './show-result.ts'

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
