import { invalidArgument, type Order, parseFieldPath } from '@hearth/model'

/** Of the text that a complaint repeats, in characters. */
const SHOWN_MAX = 200

const SEGMENT = '(?:[a-z_][a-z0-9_]*|`(?:[^`\\\\]|\\\\.)+`)'
/** One order and what separates it from the next; nothing when it is the last. After a backtick the direction may follow at once. */
const orderClause = new RegExp(`(${SEGMENT}(?:\\.${SEGMENT})*)\\s*(?:(?<=[\\s\`])(asc|desc)\\s*)?(,\\s*|$)`, 'iy')

/** The text ``a.b desc, `c,d` `` of a list of documents. Throws `invalid-argument`. */
export function decodeOrderText(text: string): Order[] {
  const orders: Order[] = []
  if (text === '') return orders
  let at = 0
  for (;;) {
    orderClause.lastIndex = at
    const [order, path = '', direction = '', separator] = orderClause.exec(text) ?? []
    if (order === undefined) {
      throw invalidArgument('INVALID_ORDER', `Invalid order by clause "${text.slice(0, SHOWN_MAX)}".`)
    }
    orders.push({
      field: parseFieldPath(path),
      direction: direction.toLowerCase() === 'desc' ? 'descending' : 'ascending',
    })
    if (separator === '') return orders
    at += order.length
  }
}
