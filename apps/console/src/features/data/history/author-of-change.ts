import { equals, noFields, type TypedFields } from '../../../documents/values/typed-value.ts'
import { type ValuePath, valueAt } from '../draft/changes.ts'
import type { Author, DocumentVersion } from './document-versions.ts'

/**
 * Who made a field what it is now; undefined when the versions don't say. Whoever wrote the document last may have changed another field.
 *
 * @param versions the newest first
 */
export function authorOfChange(
  versions: readonly DocumentVersion[],
  path: ValuePath,
  now: TypedFields,
): Author | undefined {
  const value = valueAt(now, path)
  const valueIn = (version: DocumentVersion) => valueAt(version.fields ?? noFields, path)
  const other = versions.findIndex((version) => !equals(valueIn(version), value))
  if (other > 0) return versions[other - 1]?.author
  const first = versions.at(-1)
  return other === -1 && first?.isCreation === true && value !== undefined ? first.author : undefined
}

/** Who deleted a document, when that is the last that became of it. */
export function authorOfDeletion([last]: readonly DocumentVersion[]): Author | undefined {
  return last !== undefined && last.fields === undefined ? last.author : undefined
}
