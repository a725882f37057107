import { useNavigate, useParams } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { decodePath, encodePath, placeOf } from '../data-path.ts'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { CollectionColumn } from './collection-column.tsx'
import { DocumentColumn } from './document-column.tsx'
import { DocumentPanel } from './document-panel.tsx'

/** The documents of a project: collections, documents, and the open document. The address says where it stands. */
export function DataPage() {
  const project = useProject()
  const { _splat = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  const firestore = firestoreOf(project.app)
  const [adding, setAdding] = useState<'document' | 'collection'>()
  // A collection comes about with its first document, and nothing tells of it: the list is asked for again.
  const [additions, setAdditions] = useState(0)
  const path = decodePath(_splat)
  const { parent, collection, document } = placeOf(path)
  const title = (document ?? collection)?.split('/').at(-1) ?? dataTexts.title
  usePageTitle(title)
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        fact={project.mayWrite ? dataTexts.fact(document ?? collection ?? '') : dataTexts.viewerOnly}
        actions={
          project.mayWrite && (
            <Button
              variant="primary"
              icon={<Plus />}
              onPress={() => setAdding(collection === undefined ? 'collection' : 'document')}
            >
              {collection === undefined ? dataTexts.addCollection : dataTexts.add}
            </Button>
          )
        }
      />
      <div className="grid gap-3 px-4 pt-1 pb-8 tablet:grid-cols-[minmax(10rem,1fr)_minmax(12rem,1.2fr)_minmax(0,2.4fr)] tablet:px-5">
        <CollectionColumn
          key={`${parent} ${additions}`}
          title={dataTexts.collections}
          parent={parent}
          open={collection}
          onAdd={() => setAdding('collection')}
        />
        {collection !== undefined && (
          <DocumentColumn key={collection} firestore={firestore} path={collection} open={document} />
        )}
        {document !== undefined && (
          <div className="grid min-w-0 content-start gap-3">
            <DocumentPanel key={document} firestore={firestore} path={document} />
            <CollectionColumn title={dataTexts.subcollections} parent={document} open={undefined} />
          </div>
        )}
      </div>
      {adding !== undefined && (
        <AddDocumentDialog
          firestore={firestore}
          collectionPath={adding === 'document' ? collection : undefined}
          parent={parent}
          onClose={() => setAdding(undefined)}
          onAdded={(added) => {
            setAdding(undefined)
            setAdditions(additions + 1)
            void navigate({
              to: '/projects/$project/data/$',
              params: { project: project.id, _splat: encodePath(added) },
            })
          }}
        />
      )}
    </>
  )
}
