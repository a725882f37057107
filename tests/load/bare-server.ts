import { fork } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'

/** What a bare `node:http` server answers to everything: a text, or a file streamed from disk. */
export type BareAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly sizeBytes: number }

/** Starts a process of its own with nothing in it but `node:http`: the floor that benches compare with. */
export async function startBareServer(answer: BareAnswer): Promise<{ port: number } & AsyncDisposable> {
  const child = fork(import.meta.filename, { stdio: 'inherit' })
  child.send(answer)
  const [port] = (await once(child, 'message')) as [number]
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

function serve(answer: BareAnswer): void {
  const server = createServer((request, response) => {
    request.resume()
    if (answer.kind === 'file') {
      response.writeHead(200, { 'content-length': answer.sizeBytes })
      createReadStream(answer.path, { highWaterMark: 256 * 1024 }).pipe(response)
      return
    }
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(answer.text),
    })
    response.end(answer.text)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', (answer) => serve(answer as BareAnswer))
