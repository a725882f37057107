import { setImmediate } from 'node:timers/promises'
import { invalidArgument } from '@hearth/model'
import { Coverage, type CoverageEntry, type RulesSources, RulesSuite, type RulesTestCase } from '@hearth/rules'
import { encodeCoverage } from '../../rules/encode-report.ts'

/** Expressions in the reports of one answer: about four megabytes. */
const REPORT_SIZE_MAX = 20_000

type AskedCase = RulesTestCase & { readonly expressionReportLevel?: string | undefined }

/**
 * Asks sources without errors each of the cases, and lets others have their turn after each; the results in the vendor's form. Throws
 * `invalid-argument` for what can't be asked, and `REPORT_TOO_LARGE` when the reports on expressions hold more than 20,000 of them.
 */
export async function answerTests(
  sources: RulesSources,
  cases: readonly AskedCase[],
  nowMs: number,
): Promise<object[]> {
  const suite = new RulesSuite(sources, { nowNanos: BigInt(nowMs) * 1_000_000n, isObserved: true })
  const results: object[] = []
  let sizeLeft = REPORT_SIZE_MAX
  for (const test of cases) {
    const coverage = new Coverage()
    const { isPassed, messages, failedAt } = suite.run(test, coverage)
    let report: CoverageEntry[] | undefined
    if (test.expressionReportLevel !== undefined) {
      const evaluated = coverage.reportEvaluated(suite.sourcesFor(test), sizeLeft)
      if (evaluated === undefined) throw reportTooLarge()
      sizeLeft -= evaluated.size
      report = evaluated.entries
    }
    results.push({
      state: isPassed ? 'SUCCESS' : 'FAILURE',
      debugMessages: messages,
      ...(failedAt && { errorPosition: { fileName: failedAt.fileName, ...failedAt.position } }),
      ...(report && { expressionReports: report.map(encodeCoverage) }),
    })
    await setImmediate()
  }
  return results
}

function reportTooLarge(): Error {
  const text = `The reports of one answer hold at most ${REPORT_SIZE_MAX} expressions. Ask fewer cases with a report.`
  return invalidArgument('REPORT_TOO_LARGE', text)
}
