import { fork } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * What a bare `node:http` server answers to everything: a text, an RS256 token that it signs, a file streamed from disk, `count`
 * rows of a table read by one prepared statement, bodies stored as files, or appended to one.
 */
export type BareAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'token' }
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }
  /** Of `items (n INTEGER PRIMARY KEY, text TEXT)`, beginning somewhere else each time. */
  /**
   * Each body into a file of its own, with the fsyncs that a durable upload takes: of a journal before and after, of the file and
   * of its folder. A GET is answered at once.
   */
  | { readonly kind: 'store'; readonly folder: string }
  /** Each body parsed as JSON and appended to one file, with one fsync for all that came meanwhile; answered when it is durable. */
  | { readonly kind: 'append'; readonly folder: string }
  | { readonly kind: 'rows'; readonly path: string; readonly rows: number; readonly count: number }

/** Starts a process of its own with nothing in it but `node:http`: the floor that benches compare with. */
export async function startBareServer(answer: BareAnswer): Promise<{ port: number; pid: number } & AsyncDisposable> {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function serve(answer: BareAnswer): void {
  const signToken = answer.kind === 'token' ? tokenSigner() : undefined
  const textOf = answer.kind === 'rows' ? rowReader(answer) : () => (answer.kind === 'text' ? answer.text : '')
  const store =
    answer.kind === 'store'
      ? bodyStore(answer.folder)
      : answer.kind === 'append'
        ? bodyAppender(answer.folder)
        : undefined
  const server = createServer((request, response) => {
    if (store !== undefined && request.method === 'POST') {
      void store(request).then(() => send(response, ''))
      return
    }
    request.resume()
    if (answer.kind === 'file') {
      response.writeHead(200, { 'content-length': answer.sizeBytes })
      createReadStream(answer.path, { highWaterMark: 256 * 1024 }).pipe(response)
      return
    }
    if (signToken !== undefined) void signToken().then((text) => send(response, text))
    else send(response, textOf())
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}

/** Signs on another thread, as anybody would whose server has more to do. */
function tokenSigner(): () => Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signInThreads = promisify(sign)
  return async () => {
    const payload = { iss: 'bench', aud: 'demo-app', sub: 'ada', iat: Math.floor(Date.now() / 1000) }
    const parts = [{ alg: 'RS256', typ: 'JWT' }, payload].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const signature = await signInThreads('RSA-SHA256', Buffer.from(parts.join('.')), privateKey)
    return JSON.stringify({ id_token: `${parts.join('.')}.${signature.toString('base64url')}` })
  }
}

function bodyStore(folder: string): (request: IncomingMessage) => Promise<void> {
  let files = 0
  const journal = open(join(folder, 'journal'), 'a')
  const note = async (text: string): Promise<void> => {
    const file = await journal
    await file.write(text)
    await file.datasync()
  }
  return async (request) => {
    files += 1
    const path = join(folder, String(files))
    await note(`begin ${path}\n`)
    const file = await open(path, 'wx')
    for await (const chunk of request) await file.write(chunk as Buffer)
    await file.sync()
    await file.close()
    const parent = await open(folder, 'r')
    await parent.sync()
    await parent.close()
    await note(`end ${path}\n`)
  }
}

function bodyAppender(folder: string): (request: IncomingMessage) => Promise<void> {
  const journal = open(join(folder, 'journal'), 'a')
  let waiting: { text: string; done: () => void }[] = []
  let isWriting = false
  const write = async (): Promise<void> => {
    isWriting = true
    const file = await journal
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      await file.write(group.map(({ text }) => `${text}\n`).join(''))
      await file.datasync()
      for (const { done } of group) done()
    }
    isWriting = false
  }
  return async (request) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    JSON.parse(text)
    await new Promise<void>((done) => {
      waiting.push({ text, done })
      if (!isWriting) void write()
    })
  }
}

function rowReader({ path, rows, count }: Extract<BareAnswer, { kind: 'rows' }>): () => string {
  const database = new DatabaseSync(path, { readOnly: true })
  const statement = database.prepare(`SELECT text FROM items WHERE n >= ? ORDER BY n LIMIT ${count}`)
  statement.setReturnArrays(true)
  let sequence = 0
  return () => {
    sequence++
    const items = statement.all((sequence * 7919) % (rows - count)) as unknown as [string][]
    return `[${items.map(([text]) => text).join(',\n')}]`
  }
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', (answer) => serve(answer as BareAnswer))
