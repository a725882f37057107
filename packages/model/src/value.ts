import type { FieldPath } from './field-path.ts'

/**
 * A value of a document field. Integers are bigint because int64 does not fit a JavaScript number; timestamps are
 * microseconds since the epoch, years 1 to 9999. A vector is a map with the reserved key `__type__` (see `isVector`).
 */
export type Value =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'timestamp'; readonly micros: bigint }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'bytes'; readonly value: Uint8Array }
  /** A full resource name: `projects/P/databases/D/documents/...`. */
  | { readonly kind: 'reference'; readonly name: string }
  | { readonly kind: 'geopoint'; readonly latitude: number; readonly longitude: number }
  | { readonly kind: 'array'; readonly values: readonly Value[] }
  | { readonly kind: 'map'; readonly fields: Fields }

/** The fields of a document or of a map value. A Map, so that no field name can reach an object's prototype. */
export type Fields = ReadonlyMap<string, Value>

/** The paths a write names; present and empty differs from absent (document-semantics 4.1). */
export type FieldMask = readonly FieldPath[]
