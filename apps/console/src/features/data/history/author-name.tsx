import { useSignedIn } from '../../../session/session-context.tsx'
import { historyTexts as texts } from '../../../texts/en/data-history.ts'
import type { Author } from './document-versions.ts'

/** Who belongs to the project has a name; the uid is on hover. */
export function AuthorName({
  author: { kind, uid = '' },
  nameOfMember,
}: {
  readonly author: Author
  readonly nameOfMember: (uid: string) => string | undefined
}) {
  const own = useSignedIn()?.account.uid
  if (kind === 'operator' && uid === own) return texts.by.you
  const name = kind === 'operator' ? nameOfMember(uid) : undefined
  if (name !== undefined) return <bdi title={uid}>{name}</bdi>
  return kind === 'user' || kind === 'operator' ? <bdi>{texts.by[kind](uid)}</bdi> : texts.by[kind]
}
