import type { Expression, FunctionDeclaration, RulesFile } from '../syntax/ast.ts'
import { childrenOf, allFunctions, rootExpressions } from '../syntax/children.ts'

/** The first argument of these methods of a text is a pattern. */
const PATTERN_METHODS: readonly string[] = ['matches', 'split', 'replace']
/** Names and sums that lead to a text, one behind the other. */
const STEPS_MAX = 8
/** Texts that one expression may stand for. */
const TEXTS_MAX = 20
/** Of a text that is put together; sums of sums grow as powers do. */
const SUM_LENGTH_MAX = 5_000
/** Of all texts of one source that are put together. */
const SUMS_LENGTH_MAX = 200_000
/** Arguments of one source that are followed to the functions of their name, of which each block may have its own. */
const ARGUMENTS_MAX = 50_000
/** Expressions of one source that are gone through for texts. */
const VISITS_MAX = 20_000

/** A text of a source that may come to stand as a pattern. */
export interface SourcePattern {
  readonly text: string
  readonly expression: Expression
  /** Whether it is written where the pattern belongs, so that it can be nothing else. */
  readonly isDirect: boolean
}

/**
 * Every text of a source that may come to stand as a pattern: as argument of `matches()` and its like, written there, or through a
 * `let`, an argument of a function, a function's result, a choice or a sum of texts. Names are followed wherever they are declared:
 * rather a text too many.
 */
export function sourcePatterns(file: RulesFile): SourcePattern[] {
  return new PatternFinder(file).find()
}

class PatternFinder {
  readonly #functions: readonly FunctionDeclaration[]
  readonly #calls: Extract<Expression, { kind: 'call' }>[] = []
  /** What a name may stand for: of a `let` its value, of a parameter its arguments, of a call the result. */
  readonly #meanings = new Map<string, Expression[]>()
  #visitsLeft = VISITS_MAX
  #sumsLengthLeft = SUMS_LENGTH_MAX

  constructor(file: RulesFile) {
    this.#functions = allFunctions(file)
    const waiting = rootExpressions(file)
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.kind === 'call') this.#calls.push(node)
      for (const child of childrenOf(node)) waiting.push(child)
    }
    this.#readMeanings()
  }

  find(): SourcePattern[] {
    const found = new Map<string, SourcePattern>()
    for (const { object, name, args } of this.#calls.toSorted((a, b) => a.start - b.start)) {
      const [expression] = args
      if (object === undefined || expression === undefined || !PATTERN_METHODS.includes(name)) continue
      const isDirect = expression.kind === 'literal'
      for (const text of this.#textsOf(expression, STEPS_MAX)) {
        if (!found.has(text) || isDirect) found.set(text, { text, expression, isDirect })
      }
    }
    return [...found.values()]
  }

  #readMeanings(): void {
    for (const declaration of this.#functions) {
      for (const { name, value } of declaration.lets) this.#add(name, value)
      this.#add(`${declaration.name}()`, declaration.result)
    }
    this.#followArguments()
  }

  #followArguments(): void {
    const taking = Map.groupBy(
      this.#functions.filter(({ parameters }) => parameters.length > 0),
      ({ name }) => name,
    )
    let left = ARGUMENTS_MAX
    for (const { object, name, args } of this.#calls) {
      if (object !== undefined || args.length === 0) continue
      for (const { parameters } of taking.get(name) ?? []) {
        for (const [i, arg] of args.slice(0, parameters.length).entries()) {
          if (left-- <= 0) return
          this.#add(parameters[i] ?? '', arg)
        }
      }
    }
  }

  #add(name: string, meaning: Expression): void {
    const meanings = this.#meanings.get(name)
    if (meanings === undefined) this.#meanings.set(name, [meaning])
    else meanings.push(meaning)
  }

  #textsOf(expression: Expression, steps: number): string[] {
    if (this.#visitsLeft-- <= 0 || steps === 0) return []
    switch (expression.kind) {
      case 'literal':
        return typeof expression.value === 'string' ? [expression.value] : []
      case 'name':
        return this.#textsOfAll(this.#meanings.get(expression.name) ?? [], steps)
      case 'call':
        return this.#textsOfAll(this.#meanings.get(`${expression.name}()`) ?? [], steps)
      case 'ternary':
        return this.#textsOfAll([expression.whenTrue, expression.whenFalse], steps)
      case 'binary': {
        if (expression.operator !== '+') return []
        const ends = this.#textsOf(expression.right, steps - 1)
        return ends.length === 0 ? [] : this.#sumsOf(this.#textsOf(expression.left, steps - 1), ends)
      }
      default:
        return []
    }
  }

  #textsOfAll(expressions: readonly Expression[], steps: number): string[] {
    const texts: string[] = []
    for (const expression of expressions) {
      if (texts.length >= TEXTS_MAX || this.#visitsLeft <= 0) break
      texts.push(...this.#textsOf(expression, steps - 1))
    }
    return texts.slice(0, TEXTS_MAX)
  }

  /** Each of the texts with each of the ends. */
  #sumsOf(texts: readonly string[], ends: readonly string[]): string[] {
    const sums: string[] = []
    for (const text of texts) {
      for (const end of ends) {
        const length = text.length + end.length
        if (sums.length >= TEXTS_MAX || length > this.#sumsLengthLeft) return sums
        if (length > SUM_LENGTH_MAX) continue
        this.#sumsLengthLeft -= length
        sums.push(text + end)
      }
    }
    return sums
  }
}
