import { type Document, type Value, vectorElements } from '@hearth/model'
import {
  LatLngValue,
  type Lift,
  ListValue,
  MapValue,
  PathValue,
  RecordValue,
  type RuleValue,
  TimestampValue,
  VectorValue,
} from './rule-value.ts'

/** A field's value as rules see it: a double stays a float, a reference is the path from `/databases`. */
export const liftField: Lift = (raw) => {
  const value = raw as Value
  switch (value.kind) {
    case 'null':
      return null
    case 'boolean':
    case 'integer':
    case 'double':
    case 'string':
    case 'bytes':
      return value.value
    case 'timestamp':
      return new TimestampValue(value.micros * 1000n)
    case 'geopoint':
      return new LatLngValue(value.latitude, value.longitude)
    case 'reference':
      return new PathValue(value.name.split('/').slice(2))
    case 'array':
      return new ListValue(value.values, liftField)
    case 'map':
      return liftMap(value)
  }
}

function liftMap(value: Extract<Value, { kind: 'map' }>): MapValue | VectorValue {
  const elements = vectorElements(value)
  return elements === undefined
    ? new MapValue(value.fields, liftField)
    : new VectorValue(elements.map((element) => Number(liftField(element))))
}

/** What came as JSON (claims, metadata): a number without a fraction is an int. */
export const liftJson: Lift = (raw) => {
  switch (typeof raw) {
    case 'string':
    case 'boolean':
      return raw
    case 'number':
      return Number.isSafeInteger(raw) ? BigInt(raw) : raw
    case 'object':
      if (raw === null) return null
      if (Array.isArray(raw)) return new ListValue(raw, liftJson)
      return new MapValue(new Map(Object.entries(raw).filter(([, value]) => value !== undefined)), liftJson)
    default:
      return null
  }
}

/** `resource`, or what `get()` gives: `data`, `id` and `__name__`. */
export function liftDocument(database: string, document: Pick<Document, 'path' | 'fields'>): MapValue {
  return new DocumentValue(database, document)
}

class DocumentValue extends RecordValue {
  readonly #database: string
  readonly #document: Pick<Document, 'path' | 'fields'>
  #data: MapValue | undefined

  constructor(database: string, document: Pick<Document, 'path' | 'fields'>) {
    super()
    this.#database = database
    this.#document = document
  }

  override names(): readonly string[] {
    return ['data', 'id', '__name__']
  }

  override find(key: string): RuleValue | undefined {
    switch (key) {
      case 'data':
        return (this.#data ??= new MapValue(this.#document.fields, liftField))
      case 'id':
        return this.#document.path.slice(this.#document.path.lastIndexOf('/') + 1)
      case '__name__':
        return new PathValue(['databases', this.#database, 'documents', ...this.#document.path.split('/')])
      default:
        return undefined
    }
  }
}
