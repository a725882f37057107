import type { Method } from '../syntax/ast.ts'
import type { QueryJson } from './query-json.ts'

/**
 * A question to rules with the answer that is expected: a `TestCase` of the vendor's rules API, with three additions (`name`, `fields`,
 * `query.where`). Plain JSON throughout.
 */
export interface RulesTestCase {
  /** What the test is about, for whoever reads that it failed. */
  readonly name?: string | undefined
  readonly expectation: 'ALLOW' | 'DENY' | 'EXPECTATION_UNSPECIFIED'
  readonly request: {
    /**
     * From the root, as in `request.path`: `/databases/(default)/documents/users/ada` or `/b/bucket/o/photo.png`. The path of a
     * collection with the method `list` asks about a query.
     */
    readonly path: string
    readonly method: Method
    /** `{uid, token}`; null or absent: nobody is signed in. */
    readonly auth?: JsonObject | null | undefined
    /** RFC 3339; absent: now. */
    readonly time?: string | undefined
    /** What is written. */
    readonly resource?: ResourceJson | null | undefined
    /** What a query asks for. */
    readonly query?: QueryJson | undefined
  }
  /** What is there before. */
  readonly resource?: ResourceJson | null | undefined
  /** What `get()`, `exists()` and their like give for a path. What no mock names does not exist. */
  readonly functionMocks?: readonly FunctionMock[] | undefined
}

export type JsonObject = Readonly<Record<string, unknown>>

/**
 * As conditions see it: `{data: {…}}` of a document, `{size, contentType, …}` of a file. Or `{fields: {…}}` of a document with the types of
 * its values, as the documents' REST API writes them: `{"n": {"doubleValue": 1}}`.
 */
export type ResourceJson = JsonObject

export interface FunctionMock {
  /** `get`, `exists`, `getAfter` or `existsAfter`; also with `firestore.` before it. */
  readonly function: string
  /** One: the path, or any. */
  readonly args: readonly { readonly exactValue?: unknown; readonly anyValue?: unknown }[]
  /** `value`: a resource, or whether it exists. */
  readonly result: { readonly value?: unknown; readonly undefined?: unknown }
}
