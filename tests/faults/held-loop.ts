import { afterAll, beforeAll, expect, test } from 'vitest'
import { GrpcClient } from '../../apps/server/src/testing/grpc-client.ts'
import { LONGEST_ROUND_MAX } from '../../apps/server/src/testing/held-rounds.ts'
import { HostedServer } from '../../apps/server/src/testing/hosted-server.ts'
import { RawClient } from '../../apps/server/src/testing/raw-client.ts'
import type { WorstInput, WorstRequest } from './worst-inputs/worst-input.ts'

/** What the engine has not compiled yet is slow, and so is what is interrupted by the collection of another shape's garbage. */
const attempts = 3
/** A refusal is short; of other answers the beginning is told. */
const answerLength = 4000

/** A test for each of the inputs, all of them at one server. */
export function testHeldLoop(inputs: readonly WorstInput[]): void {
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
    const quick = await server.longestRound(async () => void (await send({ method: 'GET', path: '/readyz' })))
    expect(quick).toBeLessThan(LONGEST_ROUND_MAX)
    // The calibration itself is such work, done in the process of the server.
    expect(await server.longestRound(() => server.hold())).toBeGreaterThan(LONGEST_ROUND_MAX / 2)
  })

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
}
