import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { type SavedQuery } from '../queries/saved-queries.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { savedTexts as texts } from '../../../texts/en/data-saved.ts'
import { Button } from '../../../ui/button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { CollectionQuery } from '../filters/collection-query.ts'
import { SavedQueryList } from './saved-query-list.tsx'
import { ShareQueryDialog } from './share-query-dialog.tsx'

/** Opens the saved queries of the project. */
export function SavedQueriesButton({
  collection,
  query,
}: {
  readonly collection: string
  readonly query: CollectionQuery
}) {
  const uid = useSignedIn()?.account.uid
  const [sharing, setSharing] = useState<SavedQuery>()
  if (uid === undefined) return null
  return (
    <>
      <PopoverButton
        label={texts.title}
        trigger={(props) => (
          <Button {...props} size="small" variant="quiet" icon={<Bookmark />} short={texts.short}>
            {texts.title}
          </Button>
        )}
      >
        {(close) => (
          <SavedQueryList
            uid={uid}
            collection={collection}
            query={query}
            onClose={close}
            onShare={(saved) => {
              close()
              setSharing(saved)
            }}
          />
        )}
      </PopoverButton>
      {sharing !== undefined && (
        <ShareQueryDialog uid={uid} id={sharing.id} name={sharing.name} onClose={() => setSharing(undefined)} />
      )}
    </>
  )
}
