import { StatusError } from '@hearth/model'
import type { Exchange } from '../../http/exchange.ts'

/** The answer of a streaming call: a JSON array, sent at once when it is short, else piece by piece. */
export class ListAnswer {
  readonly #exchange: Exchange
  readonly #headers: Readonly<Record<string, string>>
  #hasBegun = false

  constructor(exchange: Exchange, headers: Readonly<Record<string, string>>) {
    this.#exchange = exchange
    this.#headers = headers
  }

  /** Some of the items, as JSON; there will be more, or `end`. Rejects `cancelled`/`CLIENT_GONE`, and `resource-exhausted`. */
  async send(items: readonly string[]): Promise<void> {
    const { response } = this.#exchange
    if (response.destroyed) throw new StatusError('cancelled', 'CLIENT_GONE', 'The client has gone away.')
    if (!this.#hasBegun) for (const [name, value] of Object.entries(this.#headers)) response.setHeader(name, value)
    const isFlowing = this.#exchange.answer.write(Buffer.from((this.#hasBegun ? ',\n' : '[') + items.join(',\n')))
    this.#hasBegun = true
    if (!isFlowing) await this.#exchange.answer.drained()
  }

  end(items: readonly string[]): void {
    if (!this.#hasBegun) {
      this.#exchange.reply(200, this.#headers, `[${items.join(',\n')}]`)
      return
    }
    const { answer, response } = this.#exchange
    answer.write(Buffer.from(items.length === 0 ? ']' : `,\n${items.join(',\n')}]`))
    answer.end(() => response.end())
  }
}
