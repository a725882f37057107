import type { CompositeIndex } from '../../queries/indexes.ts'

/** `city ↑, total ↓`, as it stands in the table and in questions. */
export function fieldsOf({ fields }: Pick<CompositeIndex, 'fields'>): string {
  const signs = { ascending: '↑', descending: '↓', contains: '∋' }
  return fields.map(({ fieldPath, kind }) => `${fieldPath} ${signs[kind]}`).join(', ')
}
