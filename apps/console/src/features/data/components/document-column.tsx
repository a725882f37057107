import { collection, documentId, type Firestore, limit, orderBy, query } from 'firebase/firestore'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { dataOf } from '../../../live/live-state.ts'
import { useQuery } from '../../../live/use-live.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Column } from './column.tsx'
import { LiveProblem } from './live-problem.tsx'
import { PathList } from './path-list.tsx'

const PAGE = 50

/** The documents of a collection by name, live, in pages. */
export function DocumentColumn({
  firestore,
  path,
  open,
}: {
  readonly firestore: Firestore
  readonly path: string
  readonly open: string | undefined
}) {
  const project = useProject()
  const [shown, setShown] = useState(PAGE)
  const live = useQuery(query(collection(firestore, path), orderBy(documentId()), limit(shown)))
  const snapshot = dataOf(live)
  return (
    <Column title={dataTexts.documents} isOuter={open !== undefined}>
      {snapshot === undefined ? (
        <LiveProblem live={live} title={dataTexts.failedDocuments} />
      ) : snapshot.empty ? (
        <EmptyState icon={<FileText />} title={dataTexts.noDocuments}>
          {dataTexts.noDocumentsHelp}
        </EmptyState>
      ) : (
        <PathList
          project={project.id}
          label={dataTexts.documents}
          entries={snapshot.docs.map((document) => ({
            id: document.id,
            path: document.ref.path,
            isPending: document.metadata.hasPendingWrites,
          }))}
          openPath={open}
        />
      )}
      {snapshot !== undefined && snapshot.size >= shown && (
        <div className="p-3">
          <Button size="small" onPress={() => setShown(shown + PAGE)}>
            {dataTexts.more}
          </Button>
        </div>
      )}
    </Column>
  )
}
