import { RawClient, type RawAnswer } from './raw-client.ts'

export const LISTEN_PATH = '/google.firestore.v1.Firestore/Listen/channel'
export const WRITE_PATH = '/google.firestore.v1.Firestore/Write/channel'

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** A browser's side of channels, spoken by hand. */
export class WebchannelPeer implements Disposable {
  readonly client: RawClient
  readonly #database: string
  #rid = 1

  /** `database` is `projects/P/databases/D`. */
  constructor(port: number, database: string) {
    this.client = new RawClient(port)
    this.#database = database
  }

  /** Any POST; `query` goes after what every request of a channel has. */
  post(path: string, query: string, body: string | Buffer): Promise<RawAnswer> {
    const address = `${path}?VER=8&database=${encodeURIComponent(this.#database)}&RID=${this.#rid++}${query}`
    return this.client.ask({ method: 'POST', path: address, headers: formType, body })
  }

  /** Opens a channel and gives its SID. */
  async open(path: string, messages: readonly unknown[] = [], headers = 'Authorization:Bearer owner'): Promise<string> {
    const { status, text } = await this.post(
      path,
      '&CVER=22',
      encodeForward(0, messages) + `&headers=${encodeURIComponent(headers)}`,
    )
    if (status !== 200) throw new Error(`The channel was not opened: ${status} ${text}`)
    return /"c","([^"]+)"/.exec(text)?.[1] ?? ''
  }

  forward(path: string, sid: string, offset: number, messages: readonly unknown[]): Promise<RawAnswer> {
    return this.post(path, `&SID=${sid}&AID=0`, encodeForward(offset, messages))
  }

  /** What waits in the channel: one long-polling GET. */
  async fetch(path: string, sid: string, acknowledged = 0): Promise<string> {
    const address = `${path}?VER=8&RID=rpc&SID=${sid}&AID=${acknowledged}&CI=1&TYPE=xmlhttp`
    return (await this.client.ask({ method: 'GET', path: address })).text
  }

  [Symbol.dispose](): void {
    this.client[Symbol.dispose]()
  }
}

/** The body of a POST that carries messages, numbered from `offset`. */
export function encodeForward(offset: number, messages: readonly unknown[]): string {
  const fields = messages.map(
    (message, index) => `&req${index}___data__=${encodeURIComponent(JSON.stringify(message))}`,
  )
  return `count=${messages.length}&ofs=${offset}${fields.join('')}`
}
