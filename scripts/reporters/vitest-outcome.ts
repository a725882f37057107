import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import { firstLine, type NamedTest, writeOutcome } from './outcome.ts'

/** Vitest's own reporters either name no test that was tried again, or are for people. */
export default class VitestOutcome implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
    writeOutcome({
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...tests.filter((test) => test.result().state === 'failed').map(nameTest),
        ...suites.filter((suite) => suite.errors().length > 0).map(nameSuite),
        ...unhandled.map((error) => ({ file: 'outside of any test', name: '', error: firstLine(error.message) })),
      ],
      secondTries: tests.filter((test) => test.diagnostic()?.flaky === true).map(nameTest),
    })
  }
}

function nameTest(test: TestCase): NamedTest {
  const error = firstLine(test.result().errors?.[0]?.message)
  return { file: test.module.relativeModuleId, name: test.fullName, error }
}

function nameSuite(suite: TestModule | TestSuite): NamedTest {
  const error = firstLine(suite.errors()[0]?.message)
  if (suite.type === 'module') return { file: suite.relativeModuleId, name: '', error }
  return { file: suite.module.relativeModuleId, name: suite.fullName, error }
}
