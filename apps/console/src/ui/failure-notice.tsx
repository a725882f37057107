import type { Reaction } from '../backend/errors/reaction.ts'
import { DetailsFold } from './details-fold.tsx'
import { Notice } from './notice.tsx'

export type Failing = Reaction | undefined

/** What failed in a part of the page, where it failed. */
export function FailureNotice({ failing }: { readonly failing: Failing }) {
  if (failing === undefined || failing.kind === 'quiet') return null
  return (
    <Notice tone="danger" isAnnounced>
      <p>{failing.message}</p>
      <div className="mt-1 [&_summary]:mx-0">
        <DetailsFold details={failing.details} />
      </div>
    </Notice>
  )
}
