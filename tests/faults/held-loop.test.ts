import { expect, test } from 'vitest'
import { routeGuards } from '../../apps/server/src/testing/route-guards.ts'
import { testHeldLoop } from './held-loop.ts'
import { accountInputs } from './worst-inputs/accounts.ts'
import { analyticsInputs } from './worst-inputs/analytics.ts'
import { answerInputs } from './worst-inputs/answers.ts'
import { documentInputs } from './worst-inputs/documents.ts'
import { fileInputs } from './worst-inputs/files.ts'
import { grpcInputs } from './worst-inputs/grpc.ts'
import { oneDocumentInputs } from './worst-inputs/one-document.ts'
import { otherInputs } from './worst-inputs/others.ts'
import { rulesInputs } from './worst-inputs/rules.ts'
import { sharedWorkInputs } from './worst-inputs/shared-work.ts'
import { storedOrderInputs } from './worst-inputs/stored-orders.ts'
import { streamInputs } from './worst-inputs/streams.ts'
import type { WorstInput } from './worst-inputs/worst-input.ts'

/** Every decoder and validator with what holds it longest at its limit. A new one is a new row. */
const inputs: readonly WorstInput[] = [
  ...streamInputs,
  ...accountInputs,
  ...fileInputs,
  ...rulesInputs,
  ...analyticsInputs,
  ...otherInputs,
  ...answerInputs,
  ...sharedWorkInputs,
  ...storedOrderInputs,
  ...oneDocumentInputs,
]

testHeldLoop(inputs)

test('every route that takes a body is in the table', () => {
  // `held-loop-documents.test.ts` has the largest ones, beside the others.
  const rows = [...inputs, ...documentInputs, ...grpcInputs].filter(({ isForAll }) => isForAll !== true)
  const withBody = Object.values(routeGuards)
    .flat()
    .filter((route) => /^(?:POST|PUT|PATCH) /.test(route))
  expect(withBody.length).toBeGreaterThan(100)
  const missing = withBody.filter((route) => !rows.some(({ routes }) => routes.some((pattern) => pattern.test(route))))
  expect(missing).toEqual([])
})
