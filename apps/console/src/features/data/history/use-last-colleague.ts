import { useCallback } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import { listVersions } from './document-versions.ts'
import { useMemberNames } from '../../members/use-member-names.ts'

/**
 * What the member of the project is called who wrote a document last, when that is somebody else; undefined until it is known.
 *
 * @param saved what the server holds: asked anew when it is something else
 */
export function useLastColleague(path: string, saved: TypedFields): string | undefined {
  const database = useDatabase()
  const ownUid = useSignedIn()?.account.uid
  const nameOfMember = useMemberNames()
  const ask = useCallback(async () => {
    void saved
    return (await listVersions(database, path, undefined)).rows[0]?.author
  }, [database, path, saved])
  const author = useAsked(ask).asked.answer
  const isColleague = author?.kind === 'operator' && author.uid !== ownUid
  return isColleague ? nameOfMember(author.uid ?? '') : undefined
}
