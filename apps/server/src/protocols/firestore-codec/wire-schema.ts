import type { Document, Fields, Value, Version } from '@hearth/model'
import type { Instant } from './instant.ts'

/**
 * A small schema language for proto3 messages. One description of a message serves both of its wire forms (proto3 JSON
 * and binary protobuf): `json-reader.ts`, `json-writer.ts`, `protobuf-reader.ts` and `protobuf-writer.ts` walk it, and
 * `ShapeOf` is the TypeScript type of what they produce and take.
 *
 * Presence: in a shape every field may be absent; absent and the default of proto3 are the same thing for plain
 * fields, as they are on the wire.
 */

/** Every single value a field may hold, with its shape. */
export interface Scalars {
  string: string
  bool: boolean
  int32: number
  int64: bigint
  double: number
  bytes: Uint8Array
  /** google.protobuf.Int32Value: a plain number in most JSON, `{value}` in some. */
  int32Value: number
  int64Value: bigint
  doubleValue: number
  /** google.protobuf.Timestamp of a request. */
  instant: Instant
  /** google.protobuf.Timestamp of an answer. */
  version: Version
  /** google.firestore.v1.Value */
  value: Value
  /** google.firestore.v1.ArrayValue */
  arrayValue: readonly Value[]
  /** `map<string, Value>` */
  fields: Fields
  /** google.firestore.v1.Document of an answer, written from its stored bytes. */
  document: NamedDocument
  /** google.protobuf.Duration of an answer, in milliseconds. */
  duration: number
  /** google.protobuf.Struct of an answer. */
  struct: Struct
  /** A part of the API that is not built; its content is skipped, its presence is seen. */
  opaque: true
}

export type ScalarName = keyof Scalars

/** As much of JSON as the server answers in a Struct. */
export interface Struct {
  readonly [name: string]: string | Struct
}

/** A document with the database it belongs to: `root` is `projects/P/databases/D/documents/`. */
export interface NamedDocument {
  readonly root: string
  readonly document: Document
}

export interface EnumType<Name extends string = string> {
  readonly kind: 'enum'
  readonly name: string
  readonly numbers: Readonly<Record<Name, number>>
  readonly names: ReadonlyMap<number, Name>
}

export interface MessageType<Shape = unknown> {
  readonly kind: 'message'
  readonly name: string
  readonly fields: readonly Field[]
  readonly byNumber: ReadonlyMap<number, Field>
  /** By lower camel case name and by the name of the proto file, both of which JSON may use. */
  readonly byName: ReadonlyMap<string, Field>
  /** Only there for the compiler. */
  readonly shape?: Shape
}

export type FieldType = ScalarName | EnumType | MessageType | (() => MessageType)

export interface Field {
  readonly name: string
  readonly number: number
  readonly type: FieldType
  readonly label: 'single' | 'repeated' | 'string-map'
  /** Fields of one group exclude each other. */
  readonly oneof: string | undefined
}

/** A field as a message declares it; `T` is its shape. */
export interface FieldSpec<T = unknown> {
  readonly number: number
  readonly type: FieldType
  readonly label: Field['label']
  readonly oneof: string | undefined
  readonly shape?: T
}

type TypeShape<T> = T extends ScalarName
  ? Scalars[T]
  : T extends EnumType<infer Name>
    ? Name
    : T extends MessageType<infer Shape>
      ? Shape
      : T extends () => MessageType<infer Shape>
        ? Shape
        : never

type SpecShape<S> = S extends FieldSpec<infer T> ? T : never

export type ShapeOf<M> = M extends MessageType<infer Shape> ? Shape : never

type Specs = Readonly<Record<string, FieldSpec>>

export function one<const T extends FieldType>(number: number, type: T, oneof?: string): FieldSpec<TypeShape<T>> {
  return { number, type, label: 'single', oneof }
}

export function many<const T extends FieldType>(number: number, type: T): FieldSpec<readonly TypeShape<T>[]> {
  return { number, type, label: 'repeated', oneof: undefined }
}

/** `map<string, T>` */
export function byName<const T extends FieldType>(
  number: number,
  type: T,
): FieldSpec<ReadonlyMap<string, TypeShape<T>>> {
  return { number, type, label: 'string-map', oneof: undefined }
}

export function message<const S extends Specs>(
  name: string,
  specs: S,
): MessageType<{ readonly [K in keyof S]?: SpecShape<S[K]> | undefined }> {
  const fields = Object.entries(specs).map(([fieldName, spec]) => ({ name: fieldName, ...spec }))
  return {
    kind: 'message',
    name,
    fields,
    byNumber: new Map(fields.map((field) => [field.number, field])),
    byName: new Map(fields.flatMap((field) => [[snakeCase(field.name), field] as const, [field.name, field] as const])),
  }
}

export function enumeration<const Numbers extends Readonly<Record<string, number>>>(
  name: string,
  numbers: Numbers,
): EnumType<keyof Numbers & string> {
  const entries = Object.entries(numbers) as [keyof Numbers & string, number][]
  return { kind: 'enum', name, numbers, names: new Map(entries.map(([key, number]) => [number, key])) }
}

/** The type behind a field, which is a function where messages name each other. */
export function typeOf(field: Field): ScalarName | EnumType | MessageType {
  return typeof field.type === 'function' ? field.type() : field.type
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
