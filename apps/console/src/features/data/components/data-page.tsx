import { useNavigate, useParams } from '@tanstack/react-router'
import { List, Plus, Table2 } from 'lucide-react'
import { useState } from 'react'
import { firestoreOf } from '../../../firebase/firestore.ts'
import { messageOf } from '../../../errors/reaction.ts'
import { useProject } from '../../../session/project-context.tsx'
import { dataTexts } from '../../../texts/en/data.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page.tsx'
import { toast } from '../../../ui/toast.ts'
import { usePageTitle } from '../../../ui/use-page-title.ts'
import { decodePath, encodePath, placeOf } from '../../../documents/data-path.ts'
import { readQuery, writeQuery } from '../filters/collection-query.ts'
import { useSeenFields } from '../filters/use-seen-fields.ts'
import { useDataSearch } from '../use-data-search.ts'
import { SavedQueriesButton } from '../saved-queries/saved-queries-button.tsx'
import { AddDocumentDialog } from './add-document-dialog.tsx'
import { CollectionColumn } from './collection-column.tsx'
import { CollectionMenu } from './collection-menu.tsx'
import { DocumentColumn } from './document-column.tsx'
import { DocumentPanel } from './document-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { JobsLink } from './jobs-link.tsx'

/** The documents of a project: collections, documents, and the open document. The address says where it stands. */
export function DataPage() {
  const project = useProject()
  const { _splat = '' } = useParams({ strict: false })
  const { search, change } = useDataSearch()
  const navigate = useNavigate()
  const firestore = firestoreOf(project.app)
  const [adding, setAdding] = useState<'document' | 'collection' | 'subcollection'>()
  // A collection comes about with its first document, and nothing tells of it: the list is asked for again.
  const [additions, setAdditions] = useState(0)
  const [refused, setRefused] = useState<string>()
  const path = decodePath(_splat)
  const { parent, collection, document } = placeOf(path)
  const { query, unread } = readQuery(search)
  const { seen, look } = useSeenFields(collection ?? '')
  const isTable = search.view === 'table'
  const title = (document ?? collection)?.split('/').at(-1) ?? dataTexts.title
  usePageTitle(title)
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        fact={project.mayWrite ? dataTexts.fact(document ?? collection ?? '') : dataTexts.viewerOnly}
        actions={
          <>
            {collection !== undefined && (
              <Button
                variant="quiet"
                icon={isTable ? <List /> : <Table2 />}
                onPress={() => change({ view: isTable ? undefined : 'table' })}
              >
                {isTable ? queryTexts.showList : queryTexts.showTable}
              </Button>
            )}
            {collection !== undefined && <CollectionMenu collection={collection} query={query} />}
            <JobsLink />
            {project.mayWrite && (
              <Button
                variant="primary"
                icon={<Plus />}
                onPress={() => setAdding(collection === undefined ? 'collection' : 'document')}
              >
                {collection === undefined ? dataTexts.addCollection : dataTexts.add}
              </Button>
            )}
          </>
        }
      />
      {collection !== undefined && (
        <div className={document === undefined ? undefined : 'hidden tablet:block'}>
          <FilterBar query={query} seen={seen} onChange={(next) => change(writeQuery(next))}>
            <SavedQueriesButton collection={collection} query={query} />
          </FilterBar>
        </div>
      )}
      {refused !== undefined && (
        <div className="px-4 pb-2 tablet:px-5">
          <Notice
            tone="danger"
            isAnnounced
            action={
              <Button size="small" onPress={() => setRefused(undefined)}>
                {dataTexts.letItGo}
              </Button>
            }
          >
            {refused}
          </Notice>
        </div>
      )}
      {unread.length > 0 && (
        <div className="px-4 pb-2 tablet:px-5">
          <Notice tone="attention">{queryTexts.unread(unread)}</Notice>
        </div>
      )}
      <div
        className={classNames(
          'grid gap-3 px-4 pt-1 pb-8 tablet:px-5',
          isTable
            ? document === undefined
              ? 'tablet:grid-cols-[11rem_minmax(0,1fr)]'
              : 'tablet:grid-cols-[minmax(0,1fr)_minmax(20rem,1fr)] wide:grid-cols-[10rem_minmax(0,1fr)_minmax(0,1fr)]'
            : 'tablet:grid-cols-[minmax(9rem,1fr)_minmax(12rem,1.4fr)_minmax(0,2.8fr)]',
        )}
      >
        <div className={isTable && document !== undefined ? 'hidden wide:grid' : 'contents'}>
          <CollectionColumn
            key={`${parent} ${additions}`}
            title={dataTexts.collections}
            parent={parent}
            open={collection}
            // While no collection is open the button of the page adds one.
            {...(collection !== undefined && { onAdd: () => setAdding('collection') })}
          />
        </div>
        {collection !== undefined && (
          <DocumentColumn
            key={JSON.stringify([collection, search.where, search.order, search.limit])}
            firestore={firestore}
            path={collection}
            query={query}
            open={document}
            seen={seen}
            onSeen={look}
            onQuery={(next) => change(writeQuery(next))}
          />
        )}
        {document !== undefined && (
          <div className="grid min-w-0 content-start gap-3">
            <DocumentPanel key={document} firestore={firestore} path={document} />
            <CollectionColumn
              key={`${document} ${additions}`}
              title={dataTexts.subcollections}
              parent={document}
              open={undefined}
              onAdd={() => setAdding('subcollection')}
            />
          </div>
        )}
      </div>
      {adding !== undefined && (
        <AddDocumentDialog
          firestore={firestore}
          collectionPath={adding === 'document' ? collection : undefined}
          parent={adding === 'subcollection' ? (document ?? '') : parent}
          onClose={() => setAdding(undefined)}
          onRefused={(lost, thrown) => {
            const message = dataTexts.notAdded(lost, messageOf(thrown))
            // Whoever is elsewhere by now is told, too.
            setRefused(message)
            toast(message)
          }}
          onAdded={(added) => {
            setAdding(undefined)
            setAdditions(additions + 1)
            void navigate({
              to: '/projects/$project/data/$',
              params: { project: project.id, _splat: encodePath(added) },
              search: (before) => (adding === 'document' ? before : {}),
            })
          }}
        />
      )}
    </>
  )
}
