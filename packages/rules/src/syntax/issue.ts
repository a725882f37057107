import type { Span } from './source-position.ts'

export type Severity = 'ERROR' | 'WARNING' | 'DEPRECATION'

/** Something wrong with a source. Without a span it concerns all of it. */
export interface SourceIssue {
  readonly severity: Severity
  readonly description: string
  readonly span: Span | undefined
}

/** So many of one severity are reported of one source; further ones add nothing. */
const ISSUES_MAX = 100

/** Collects issues, each place once, up to a bound. However many warnings there are, an error is kept. */
export class Issues {
  readonly list: SourceIssue[] = []
  readonly #seen = new Set<string>()
  readonly #counts = { ERROR: 0, WARNING: 0, DEPRECATION: 0 }

  add(severity: Severity, description: string, span?: Span): void {
    if (this.#counts[severity] >= ISSUES_MAX) return
    const key = `${severity} ${span?.start} ${description}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    this.#counts[severity] += 1
    this.list.push({ severity, description, span })
  }

  get hasErrors(): boolean {
    return this.#counts.ERROR > 0
  }

  /** Whether a further error would add nothing. */
  get isFullOfErrors(): boolean {
    return this.#counts.ERROR >= ISSUES_MAX
  }
}
