import { afterAll, beforeAll, expect, test } from 'vitest'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { LONGEST_ROUND_MAX } from '../../apps/server/src/testing/held-rounds.ts'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import { routeGuards } from '../../apps/server/src/testing/route-guards.ts'
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
import type { WorstInput, WorstRequest } from './worst-inputs/worst-input.ts'

/** Every decoder and validator with what holds it longest at its limit. A new one is a new row. */
const inputs: readonly WorstInput[] = [
  ...documentInputs,
  ...grpcInputs,
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

/** What the engine has not compiled yet is slow, and so is what is interrupted by the collection of another shape's garbage. */
const attempts = 3
/** A refusal is short; of other answers the beginning is told. */
const answerLength = 4000

let server: HostedServer
let client: RawClient

beforeAll(async () => {
  server = await HostedServer.start({ mode: 'dev' })
  // The watch keeps a core busy beside the threads that write.
  client = new RawClient(server.port, 60_000)
})

afterAll(async () => {
  client[Symbol.dispose]()
  await server[Symbol.asyncDispose]()
})

async function sendAll(request: WorstRequest): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: request.times ?? 1 }, () => send(request)))
  const { until } = request
  if (typeof until === 'function') await expect.poll(until).toBe(true)
  else if (until !== undefined) await expect.poll(async () => (await client.ask(until)).status).toBe(200)
  return answers
}

/** What was answered, as a row of the table has it. */
async function send(request: WorstRequest): Promise<string> {
  if (request.isGrpc !== true) {
    const { status, text } = await client.ask(request)
    return `${status} ${text}`.slice(0, answerLength)
  }
  // A stream may be reset, and with it what is open beside it.
  await using grpc = new GrpcClient(server.origin)
  const { status, message } = await grpc.call(request.path, Buffer.from(request.body ?? ''))
  return `${status} ${message}`
}

/** The shortest of some attempts, as soon as one is short enough. Each has to be answered as it should. */
async function longestRoundOf(shape: () => WorstRequest, expected: RegExp): Promise<number> {
  const rounds: number[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const request = shape()
    let answers: string[] = []
    rounds.push(await server.longestRound(async () => void (answers = await sendAll(request))))
    for (const answer of answers) expect(answer).toMatch(expected)
    if ((rounds.at(-1) ?? 0) < LONGEST_ROUND_MAX) break
  }
  return Math.min(...rounds)
}

test.each(inputs.map((input) => [input.decoder, input.limit, input] as const))(
  'nobody waits long while the server reads %s, up to its limit of %s',
  async (_decoder, _limit, input) => {
    await input.prepare?.(server)
    const wrong: string[] = []
    for (const [name, shape] of Object.entries(input.shapes)) {
      try {
        const longest = await longestRoundOf(shape, input.answers)
        if (longest >= LONGEST_ROUND_MAX) wrong.push(`${name}: ${longest.toFixed(2)}`)
      } catch (error) {
        wrong.push(`${name}: ${error instanceof Error ? error.message.slice(0, 300) : String(error)}`)
      }
    }
    await input.end?.()
    expect(wrong).toEqual([])
  },
  120_000,
)

test('the watch sees a loop that is held', async () => {
  const held = (): WorstRequest => ({ method: 'GET', path: '/readyz' })
  const quick = await server.longestRound(async () => void (await send(held())))
  expect(quick).toBeLessThan(LONGEST_ROUND_MAX)
  // The calibration itself is such work, done in the process of the server.
  expect(await server.longestRound(() => server.hold())).toBeGreaterThan(LONGEST_ROUND_MAX / 2)
})

test('every route that takes a body is in the table', () => {
  const rows = inputs.filter(({ isForAll }) => isForAll !== true)
  const withBody = Object.values(routeGuards)
    .flat()
    .filter((route) => /^(?:POST|PUT|PATCH) /.test(route))
  expect(withBody.length).toBeGreaterThan(100)
  const missing = withBody.filter((route) => !rows.some(({ routes }) => routes.some((pattern) => pattern.test(route))))
  expect(missing).toEqual([])
})
