import { Coverage, RulesSuite, type RulesTestCase, type SourceFile } from '@hearth/rules'
import { encodeCoverage } from '../../rules/encode-report.ts'

type AskedCase = RulesTestCase & { readonly expressionReportLevel?: string | undefined }

/** Asks sources without errors each of the cases; the results in the vendor's form. Throws `invalid-argument` for what can't be asked. */
export function answerTests(files: readonly SourceFile[], cases: readonly AskedCase[], nowMs: number): object[] {
  const suite = new RulesSuite(files, { nowNanos: BigInt(nowMs) * 1_000_000n, isObserved: true })
  return cases.map((test) => {
    const coverage = new Coverage()
    const { isPassed, messages, failedAt } = suite.run(test, coverage)
    return {
      state: isPassed ? 'SUCCESS' : 'FAILURE',
      debugMessages: messages,
      ...(failedAt && { errorPosition: { fileName: failedAt.fileName, ...failedAt.position } }),
      ...(test.expressionReportLevel !== undefined && {
        expressionReports: coverage.report(suite.sourcesFor(test)).map(encodeCoverage),
      }),
    }
  })
}
