import type { FieldPath } from 'firebase/firestore'
import type { ValueType } from '../../../documents/values/typed-value.ts'

export interface GridColumn {
  /** The path of the field as people write it. */
  readonly field: string
  /** undefined for one that can't be written so. */
  readonly path: FieldPath | undefined
  /** The most usual one of the documents that were seen with it, if any was. */
  readonly type: ValueType | undefined
}
