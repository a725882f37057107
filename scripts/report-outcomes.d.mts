import type { Outcome } from './reporters/outcome.ts'

export function withOutcome(
  file: string,
  what: string,
  run: (environment: {
    readonly HEARTH_TEST_OUTCOME: string
  }) => Promise<{ readonly code: number; readonly output: string }>,
): Promise<Outcome & { readonly output: string }>
export function describeOutcomes(outcomes: readonly Outcome[]): string
