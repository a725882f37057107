import type { Fields, Mutation, Value } from '@hearth/model'

/** One document of the sample shop, by its path. */
export interface SampleDocument {
  readonly path: string
  readonly fields: Fields
}

const DAY_MS = 86_400_000

/**
 * A small shop: customers, products, orders with their notes, and stores; every type of field is among them.
 * `project` is part of the references, `nowMs` the moment the story ends.
 */
export function sampleDocuments(project: string, nowMs: number): SampleDocument[] {
  const reference = (path: string): Value => ({
    kind: 'reference',
    name: `projects/${project}/databases/(default)/documents/${path}`,
  })
  const before = (days: number, hours = 0): Value => ({
    kind: 'timestamp',
    micros: BigInt(Math.floor(nowMs - days * DAY_MS - hours * 3_600_000)) * 1000n,
  })

  const products = productRows.map(([id, name, price, stock, tags, grams, color]) =>
    sample(`products/${id}`, {
      name: text(name),
      price: double(price),
      stock: integer(stock),
      tags: list(tags.map(text)),
      dimensions: map({ weightGrams: integer(grams), color: color === null ? none : text(color) }),
      available: flag(stock > 0),
      addedAt: before(120),
    }),
  )
  const customers = customerRows.map(([id, name, email, city, latitude, longitude, sinceDays, newsletter]) =>
    sample(`customers/${id}`, {
      name: text(name),
      email: text(email),
      address: map({ city: text(city), location: point(latitude, longitude) }),
      newsletter: flag(newsletter),
      favourites: list(productRows.slice(0, 1 + (sinceDays % 3)).map(([product]) => reference(`products/${product}`))),
      customerSince: before(sinceDays),
    }),
  )
  const orders = orderRows.map(([id, customer, status, daysAgo, lines]) =>
    sample(`orders/${id}`, {
      number: integer(Number(id.slice('order-'.length))),
      customer: reference(`customers/${customer}`),
      status: text(status),
      items: list(
        lines.map(([product, quantity]) =>
          map({
            product: reference(`products/${product}`),
            quantity: integer(quantity),
            unitPrice: double(priceOf(product)),
          }),
        ),
      ),
      total: double(totalOf(lines)),
      currency: text('EUR'),
      createdAt: before(daysAgo, Number(id.slice(-1))),
      shippedAt: status === 'shipped' || status === 'delivered' ? before(Math.max(0, daysAgo - 1)) : none,
    }),
  )
  const notes = [
    sample('orders/order-1007/notes/first', {
      author: text('Support'),
      text: text('Asked for delivery after 5 pm.'),
      at: before(2, 3),
    }),
    sample('orders/order-1007/notes/second', {
      author: text('Warehouse'),
      text: text('Teapot checked twice, no crack.'),
      at: before(1, 20),
    }),
  ]
  const stores = [
    sample('stores/harbour', {
      name: text('Harbour Street'),
      location: point(53.5459, 9.9681),
      open: flag(true),
      alarmCode: bytes(7, 41, 90, 3),
    }),
    sample('stores/old-town', { name: text('Old Town'), location: point(48.2082, 16.3738), open: flag(false) }),
  ]
  return [...products, ...customers, ...orders, ...notes, ...stores]
}

/** Writes the sample; a document that is there already stays as it is and fails the commit. */
export function sampleMutations(documents: readonly SampleDocument[]): Mutation[] {
  return documents.map(({ path, fields }) => ({
    kind: 'set',
    path,
    fields,
    transforms: [],
    precondition: { kind: 'exists', exists: false },
  }))
}

type Product = readonly [
  id: string,
  name: string,
  price: number,
  stock: number,
  tags: readonly string[],
  grams: number,
  color: string | null,
]
const productRows: readonly Product[] = [
  ['kettle', 'Enamel kettle', 49.9, 12, ['kitchen', 'tea'], 980, 'cream'],
  ['teapot', 'Clay teapot', 38.5, 4, ['kitchen', 'tea', 'handmade'], 620, 'terracotta'],
  ['mug', 'Stoneware mug', 14, 86, ['kitchen', 'handmade'], 340, 'ash'],
  ['lantern', 'Storm lantern', 64.25, 0, ['garden', 'light'], 1450, null],
  ['candles', 'Beeswax candles, six', 18.9, 41, ['light'], 420, 'honey'],
  ['blanket', 'Wool blanket', 119, 9, ['living', 'wool'], 1800, 'slate'],
  ['bellows', 'Fireplace bellows', 33, 7, ['living', 'fire'], 760, null],
  ['matches', 'Long matches, tin', 6.5, 210, ['fire'], 150, null],
]

type Customer = readonly [
  id: string,
  name: string,
  email: string,
  city: string,
  latitude: number,
  longitude: number,
  sinceDays: number,
  newsletter: boolean,
]
const customerRows: readonly Customer[] = [
  ['amelie', 'Amélie Laurent', 'amelie@example.com', 'Lyon', 45.764, 4.8357, 410, true],
  ['bjorn', 'Björn Lindqvist', 'bjorn@example.com', 'Gothenburg', 57.7089, 11.9746, 388, false],
  ['chiara', 'Chiara Ricci', 'chiara@example.com', 'Bologna', 44.4949, 11.3426, 251, true],
  ['daniel', 'Daniel Okafor', 'daniel@example.com', 'Leeds', 53.8008, -1.5491, 190, true],
  ['emi', 'Emi Tanaka', 'emi@example.com', 'Kyoto', 35.0116, 135.7681, 96, false],
  ['farid', 'Farid Haddad', 'farid@example.com', 'Marseille', 43.2965, 5.3698, 33, true],
]

type OrderLine = readonly [product: string, quantity: number]
type Order = readonly [id: string, customer: string, status: string, daysAgo: number, lines: readonly OrderLine[]]
const orderRows: readonly Order[] = [
  [
    'order-1001',
    'amelie',
    'delivered',
    21,
    [
      ['kettle', 1],
      ['mug', 4],
    ],
  ],
  ['order-1002', 'bjorn', 'delivered', 17, [['blanket', 1]]],
  [
    'order-1003',
    'chiara',
    'delivered',
    12,
    [
      ['candles', 3],
      ['matches', 2],
    ],
  ],
  ['order-1004', 'daniel', 'cancelled', 9, [['lantern', 2]]],
  ['order-1005', 'amelie', 'shipped', 6, [['teapot', 1]]],
  [
    'order-1006',
    'emi',
    'shipped',
    4,
    [
      ['mug', 2],
      ['candles', 1],
    ],
  ],
  [
    'order-1007',
    'farid',
    'open',
    3,
    [
      ['teapot', 1],
      ['mug', 2],
    ],
  ],
  [
    'order-1008',
    'chiara',
    'open',
    2,
    [
      ['bellows', 1],
      ['matches', 3],
    ],
  ],
  ['order-1009', 'daniel', 'open', 1, [['blanket', 2]]],
  ['order-1010', 'bjorn', 'open', 0, [['matches', 1]]],
]

function priceOf(product: string): number {
  return productRows.find(([id]) => id === product)?.[2] ?? 0
}

function totalOf(lines: readonly OrderLine[]): number {
  const cents = lines.reduce((sum, [product, quantity]) => sum + Math.round(priceOf(product) * 100) * quantity, 0)
  return cents / 100
}

const none: Value = { kind: 'null' }

function sample(path: string, fields: Readonly<Record<string, Value>>): SampleDocument {
  return { path, fields: new Map(Object.entries(fields)) }
}

function text(value: string): Value {
  return { kind: 'string', value }
}

function integer(value: number): Value {
  return { kind: 'integer', value: BigInt(value) }
}

function double(value: number): Value {
  return { kind: 'double', value }
}

function bytes(...value: readonly number[]): Value {
  return { kind: 'bytes', value: Uint8Array.from(value) }
}

function flag(value: boolean): Value {
  return { kind: 'boolean', value }
}

function point(latitude: number, longitude: number): Value {
  return { kind: 'geopoint', latitude, longitude }
}

function list(values: readonly Value[]): Value {
  return { kind: 'array', values }
}

function map(fields: Readonly<Record<string, Value>>): Value {
  return { kind: 'map', fields: new Map(Object.entries(fields)) }
}
