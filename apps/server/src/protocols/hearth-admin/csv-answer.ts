import type { Exchange } from '../../http/exchange.ts'

/** Whether the caller would rather have CSV than JSON. */
export function wantsCsv({ headers }: Exchange): boolean {
  return headers.accept?.split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === 'text/csv') === true
}

/** `name` is the file's, without its ending: letters, digits and hyphens. */
export function replyCsv(exchange: Exchange, name: string, text: string): void {
  exchange.reply(
    200,
    {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${name}.csv"`,
      'cache-control': 'no-store',
    },
    text,
  )
}
