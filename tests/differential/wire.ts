/** The messages of the REST protocol as far as the programs use them. */
export type WireValue = Readonly<Record<string, unknown>>

export interface WireWrite {
  readonly update?: { readonly name: string; readonly fields: Readonly<Record<string, WireValue>> }
  readonly delete?: string
  readonly verify?: string
  readonly transform?: {
    readonly document: string
    readonly fieldTransforms?: readonly Readonly<Record<string, unknown>>[]
  }
  readonly updateMask?: { readonly fieldPaths: readonly string[] }
  readonly updateTransforms?: readonly Readonly<Record<string, unknown>>[]
  readonly currentDocument?: { readonly exists: boolean }
}

export type WireQuery = Readonly<Record<string, unknown>>

/** One step of a program. Names and collection ids begin with `ROOM`, which stands for a place of the program's own. */
export type Step =
  | { readonly kind: 'commit'; readonly writes: readonly WireWrite[] }
  | { readonly kind: 'query'; readonly parent: string; readonly query: WireQuery }
  | {
      readonly kind: 'aggregate'
      readonly parent: string
      readonly query: WireQuery
      readonly aggregations: readonly Readonly<Record<string, unknown>>[]
    }
  | ListStep
  | TransactionStep
  | ListenStep

/** Lists a collection to its end, page by page. */
export interface ListStep {
  readonly kind: 'list'
  /** The path of the collection. */
  readonly path: string
  readonly orderBy: string
  readonly pageSize: number | undefined
}

/** Reads and then writes in a transaction. */
export interface TransactionStep {
  readonly kind: 'transaction'
  readonly options: Readonly<Record<string, unknown>>
  readonly reads: readonly string[]
  readonly parent: string
  readonly query: WireQuery
  readonly writes: readonly WireWrite[]
  /** `twice`: it is committed, and then again. */
  readonly end: 'commit' | 'rollback' | 'twice'
}

/** Listens to a query while a commit is made. */
export interface ListenStep {
  readonly kind: 'listen'
  readonly parent: string
  readonly query: WireQuery
  readonly writes: readonly WireWrite[]
}

export const ROOM = '«'
export const PROJECT = 'demo-app'
export const ROOT = `projects/${PROJECT}/databases/(default)/documents`

/** Every document a program may touch: two collections at the root, and one of the same id as the second below the first. */
export const PATHS = [
  `${ROOM}a/d1`,
  `${ROOM}a/d2`,
  `${ROOM}a/\u{1f600}`,
  `${ROOM}a/\u{ffff}`,
  `${ROOM}a/__id7__`,
  `${ROOM}b/d1`,
  `${ROOM}b/d2`,
  `${ROOM}a/d1/${ROOM}b/d3`,
  `${ROOM}a/d1/${ROOM}b/d1`,
  `${ROOM}a/none/${ROOM}b/d4`,
]
