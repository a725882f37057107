import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

export interface LoadTarget {
  readonly port: number
  /** The bytes of one request, by the number of the request. */
  request(sequence: number): Buffer
  /** What the server answers; 200 when absent. */
  readonly status?: number
}

/**
 * A closed loop of HTTP/1.1 requests over `connections` sockets, written by hand so that the client costs little beside the server
 * it measures. Answers must have a content length, or none by their status. Returns answers per second; throws at the first answer
 * with another status.
 */
export async function measureRate(target: LoadTarget, connections: number, durationMs: number): Promise<number> {
  let answers = 0
  let sequence = 0
  const until = performance.now() + durationMs
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = await open(target.port)
      const answered = answerReader(socket, target.status ?? 200)
      while (performance.now() < until) {
        socket.write(target.request(sequence))
        sequence += 1
        await answered()
        answers += 1
      }
      socket.destroy()
    }),
  )
  return answers / ((performance.now() - startedAt) / 1_000)
}

/** What an answer takes of processors, in microseconds, and how many there were in a second. */
export interface Cost {
  readonly perSecond: number
  /** Of all threads of the process that answers; undefined where the system does not tell. */
  readonly serverMicros: number | undefined
  readonly loadMicros: number
}

/** As `measureRate`, with the processor time that it took. `pid`: the process that answers. */
export async function measureCost(
  target: LoadTarget & { readonly pid: number },
  connections: number,
  durationMs: number,
): Promise<Cost> {
  const [serverBefore, loadBefore] = [await processorMicros(target.pid), process.cpuUsage()]
  const startedAt = performance.now()
  const perSecond = await measureRate(target, connections, durationMs)
  const answers = (perSecond * (performance.now() - startedAt)) / 1_000
  const load = process.cpuUsage(loadBefore)
  const server = await processorMicros(target.pid)
  return {
    perSecond,
    serverMicros: server === undefined || serverBefore === undefined ? undefined : (server - serverBefore) / answers,
    loadMicros: (load.user + load.system) / answers,
  }
}

/** What all threads of a process have used of the processors; undefined where the system does not tell. */
async function processorMicros(pid: number): Promise<number | undefined> {
  const folder = `/proc/${pid}/task`
  const threads = await readdir(folder).catch(() => [])
  if (threads.length === 0) return undefined
  let nanos = 0
  for (const thread of threads) {
    // A thread may have ended since.
    nanos += Number((await readFile(`${folder}/${thread}/schedstat`, 'utf8').catch(() => '0')).split(' ')[0])
  }
  return nanos > 0 ? nanos / 1_000 : undefined
}

/** One request after the other over one socket while `isGoingOn`; the time that each answer took, in milliseconds. */
export async function measureLatencies(target: LoadTarget, isGoingOn: () => boolean): Promise<number[]> {
  const socket = await open(target.port)
  const answered = answerReader(socket, target.status ?? 200)
  const latencies: number[] = []
  while (isGoingOn()) {
    const askedAt = performance.now()
    socket.write(target.request(latencies.length))
    await answered()
    latencies.push(performance.now() - askedAt)
  }
  socket.destroy()
  return latencies
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.setNoDelay(true)
    socket.once('error', reject)
  })
}

/** Resolves once per whole answer. */
function answerReader(socket: Socket, status: number): () => Promise<void> {
  let held = Buffer.alloc(0)
  let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined
  socket.on('data', (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    const end = held.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = held.subarray(0, end).toString('latin1')
    const isEmpty = head.startsWith('HTTP/1.1 204')
    const length = isEmpty ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN)
    if (held.length < end + 4 + length) return
    held = held.subarray(end + 4 + length)
    const { resolve, reject } = waiting ?? {}
    waiting = undefined
    if (head.startsWith(`HTTP/1.1 ${status}`)) resolve?.()
    else reject?.(new Error(`The server answered ${head.split('\r\n')[0]}`))
  })
  return () =>
    new Promise<void>((resolve, reject) => {
      waiting = { resolve, reject }
    })
}

/** `headers` are whole lines, each with its line break. */
export function getRequest(path: string, headers = ''): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}\r\n`)
}

export function postRequest(path: string, body: string, headers = ''): Buffer {
  const length = Buffer.byteLength(body)
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`,
  )
}
