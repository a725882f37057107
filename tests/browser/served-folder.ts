import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The files of a folder, on a port of their own. */
export class ServedFolder implements AsyncDisposable {
  readonly origin: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** `change` is given each file's text before it is sent. */
  static async serve(folder: string, change: (text: string) => string = (text) => text): Promise<ServedFolder> {
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://page').pathname)
      const file = join(folder, path === '/' ? 'index.html' : path)
      readFile(file, 'utf8').then(
        (content) =>
          response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? '' }).end(change(content)),
        () => response.writeHead(404).end(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return new ServedFolder(server)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
