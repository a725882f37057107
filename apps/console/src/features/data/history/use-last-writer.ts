import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import type { Writer } from '../../../texts/en/data.ts'
import type { ValuePath } from '../draft/changes.ts'
import { useLastVersions } from '../queries/data-queries.ts'
import { authorOfChange, authorOfDeletion } from './author-of-change.ts'
import type { Author } from './document-versions.ts'
import { useMemberNames } from '../../../shared/people/use-user-names.ts'

/**
 * Who changed these fields of a document last; undefined until it is known, and where it was more than one.
 *
 * @param saved what the server holds: asked anew when it is something else
 * @param fields undefined: who deleted the document
 */
export function useLastWriter(
  path: string,
  saved: TypedFields,
  fields: readonly ValuePath[] | undefined,
): Writer | undefined {
  const ownUid = useSignedIn()?.account.uid
  const nameOfMember = useMemberNames()
  const { data: versions = [] } = useLastVersions(path, saved)
  const [author, ...others] =
    fields === undefined ? [authorOfDeletion(versions)] : fields.map((field) => authorOfChange(versions, field, saved))
  if (author === undefined || others.some((other) => !isSame(other, author))) return undefined
  if (author.kind !== 'operator') return {}
  return author.uid === ownUid ? 'oneself' : { name: nameOfMember(author.uid ?? '') }
}

function isSame(one: Author | undefined, other: Author): boolean {
  return one?.kind === other.kind && one.uid === other.uid
}
