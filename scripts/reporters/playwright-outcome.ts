import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { firstLine, type NamedTest, writeOutcome } from './outcome.ts'

/** Names the tests that failed and those that were tried again, as `vitest-outcome.ts` does. */
export default class PlaywrightOutcome implements Reporter {
  #rootDir = ''
  #all: Suite | undefined
  readonly #errors: NamedTest[] = []

  onBegin({ rootDir }: FullConfig, all: Suite): void {
    this.#rootDir = rootDir
    this.#all = all
  }

  onError({ message, location }: TestError): void {
    const file = location === undefined ? 'outside of any test' : relative(this.#rootDir, location.file)
    this.#errors.push({ file, name: '', error: firstLine(message) })
  }

  onEnd(): void {
    const tests = this.#all?.allTests() ?? []
    const name = (test: TestCase) => nameTest(this.#rootDir, test)
    writeOutcome({
      passed: tests.filter((test) => test.results.length > 0 && test.ok() && test.outcome() !== 'skipped').length,
      failures: [...tests.filter((test) => test.outcome() === 'unexpected').map(name), ...this.#errors],
      secondTries: tests.filter((test) => test.outcome() === 'flaky').map(name),
    })
  }

  printsToStdio(): boolean {
    return false
  }
}

function nameTest(rootDir: string, test: TestCase): NamedTest {
  // The first are the names of the root, the project and the file.
  const name = test.titlePath().slice(3).join(' > ')
  const error = firstLine(test.results.find((result) => result.error !== undefined)?.error?.message)
  return { file: relative(rootDir, test.location.file), name, error }
}
