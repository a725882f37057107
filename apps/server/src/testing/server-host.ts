import { HeldRounds, knownWork } from './held-rounds.ts'
import { TestServer, type TestServerOptions } from './test-server.ts'

/** What a test asks of the process that holds its servers. */
export type HostAsk =
  | { readonly id: number; readonly start: Pick<TestServerOptions, 'mode' | 'dataFolder' | 'settings'> }
  | { readonly id: number; readonly stop: true }
  | { readonly id: number; readonly watch: 'begin' | 'hold' | 'end' }

/** The answer to `start`: where the server is, or why it is not. To `watch`: that it began, or what it saw. */
export type HostAnswer =
  | { readonly id: number; readonly port: number; readonly origin: string; readonly dataFolder: string }
  | { readonly id: number; readonly longestRound: number }
  | { readonly id: number; readonly error: string }

/** Starts and stops whole servers in this process as the one that began it asks, and ends with that one. */
export function hostServers(): void {
  // As in `hearth start`, whose servers are used by nobody but their test.
  process.umask(0o077)
  const complain = (error: unknown): void =>
    void process.stderr.write(`reached the process of servers: ${text(error)}\n`)
  process.on('uncaughtException', complain)
  process.on('unhandledRejection', complain)

  const servers = new Map<number, TestServer>()
  const stopping = new Set<Promise<void>>()
  const stop = (id: number): void => {
    const stopped = (async () => servers.get(id)?.[Symbol.asyncDispose]())().catch(complain)
    servers.delete(id)
    stopping.add(stopped)
    void stopped.then(() => stopping.delete(stopped))
  }
  let rounds: HeldRounds | undefined
  let longest = 0
  process.on('message', (ask: HostAsk) => {
    if ('stop' in ask) {
      stop(ask.id)
      return
    }
    if ('watch' in ask) {
      if (ask.watch === 'hold') knownWork()
      else {
        longest = rounds?.longest() ?? 0
        rounds = ask.watch === 'begin' ? new HeldRounds() : undefined
      }
      answer({ id: ask.id, longestRound: longest })
      return
    }
    TestServer.start(ask.start).then(
      (server) => {
        servers.set(ask.id, server)
        const { port, origin, dataFolder } = server
        answer({ id: ask.id, port, origin, dataFolder })
      },
      (error: unknown) => answer({ id: ask.id, error: text(error) }),
    )
  })
  process.once('disconnect', () => {
    for (const id of servers.keys()) stop(id)
    void Promise.all(stopping).then(() => process.exit())
  })
}

function answer(words: HostAnswer): void {
  if (process.connected) process.send?.(words)
}

function text(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
