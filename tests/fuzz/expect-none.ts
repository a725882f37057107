import { expect } from 'vitest'
import type { Finding } from './engine/watched-run.ts'

/** Fails with all that leads to the finding again, in one line: a run with another seed may not find it. */
export function expectNone(finding: Finding | undefined, seed: number): void {
  if (finding === undefined) return
  expect.fail(`${finding.kind}, seed ${seed}, input ${finding.input.toString('base64')} in base64: ${finding.message}`)
}
