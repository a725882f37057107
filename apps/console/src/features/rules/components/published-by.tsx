import { useSignedIn } from '../../../session/session-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'

/** A sentence: who published what holds now. */
export function PublishedBy({ author }: { readonly author: string }) {
  return (
    <>
      {rulesTexts.publishedBy} <Author author={author} />.
    </>
  )
}

/** Who made a version: oneself, a key, or a uid. */
export function Author({ author }: { readonly author: string }) {
  const account = useSignedIn()?.account
  if (author === 'server') return rulesTexts.byServer
  if (account?.uid === author) return rulesTexts.byYou
  return <span className="font-mono break-all">{author}</span>
}
