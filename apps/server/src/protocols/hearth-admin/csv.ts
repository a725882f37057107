import type { Exchange } from '../../http/exchange.ts'

/** Whether the caller would rather have CSV than JSON. */
export function wantsCsv({ headers }: Exchange): boolean {
  return headers.accept?.split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === 'text/csv') === true
}

/** A table as an answer. */
export class Csv {
  readonly #name: string
  readonly #text: string

  /** @param name the file's, without its ending: letters, digits and hyphens */
  constructor(name: string, text: string) {
    this.#name = name
    this.#text = text
  }

  send(exchange: Exchange): void {
    exchange.reply(
      200,
      {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${this.#name}.csv"`,
        'cache-control': 'no-store',
      },
      this.#text,
    )
  }
}
