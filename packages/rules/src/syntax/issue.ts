import type { Span } from './source-position.ts'

export type Severity = 'ERROR' | 'WARNING' | 'DEPRECATION'

/** Something wrong with a source. Without a span it concerns all of it. */
export interface SourceIssue {
  readonly severity: Severity
  readonly description: string
  readonly span: Span | undefined
}

/** So many are reported of one source; further ones add nothing. */
const ISSUES_MAX = 100

/** Collects issues, each place once, up to a bound. */
export class Issues {
  readonly list: SourceIssue[] = []
  readonly #seen = new Set<string>()

  add(severity: Severity, description: string, span?: Span): void {
    const key = `${severity} ${span?.start} ${description}`
    if (this.list.length >= ISSUES_MAX || this.#seen.has(key)) return
    this.#seen.add(key)
    this.list.push({ severity, description, span })
  }

  get hasErrors(): boolean {
    return this.list.some(({ severity }) => severity === 'ERROR')
  }
}
