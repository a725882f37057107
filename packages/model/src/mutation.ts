import type { FieldPath } from './field-path.ts'
import type { FieldMask, Fields, Value } from './value.ts'
import type { Version } from './document.ts'

export type Precondition =
  | { readonly kind: 'none' }
  | { readonly kind: 'exists'; readonly exists: boolean }
  | { readonly kind: 'update-time'; readonly updateTime: Version }

export type Transform = { readonly field: FieldPath } & (
  | { readonly kind: 'server-timestamp' }
  | { readonly kind: 'increment'; readonly operand: Value }
  | { readonly kind: 'maximum'; readonly operand: Value }
  | { readonly kind: 'minimum'; readonly operand: Value }
  | { readonly kind: 'array-union'; readonly values: readonly Value[] }
  | { readonly kind: 'array-remove'; readonly values: readonly Value[] }
)

/** One write of a commit. `path` is relative to the database. */
export type Mutation =
  | {
      readonly kind: 'set'
      readonly path: string
      readonly fields: Fields
      /** Absent: the document is replaced. Present and empty: only the transforms apply. */
      readonly mask?: FieldMask | undefined
      readonly transforms: readonly Transform[]
      readonly precondition: Precondition
    }
  | { readonly kind: 'delete'; readonly path: string; readonly precondition: Precondition }
  | { readonly kind: 'verify'; readonly path: string; readonly precondition: Precondition }
