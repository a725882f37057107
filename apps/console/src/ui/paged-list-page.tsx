import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { listsTexts } from '../texts/en/lists.ts'
import { AskedList } from './asked-list.tsx'
import { Button } from './button.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageBody, PageHeader } from './page.tsx'
import { usePageTitle } from './use-page-title.ts'
import { usePages, type ListPage } from './use-pages.ts'

export interface PagedListPageProps<Row> {
  readonly texts: {
    readonly title: string
    readonly fact: (count: number, hasMore: boolean) => string
    readonly failed: string
    readonly emptyTitle: string
    readonly empty: string
  }
  readonly icon: ReactNode
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** One page; must be the same function from render to render. */
  readonly list: (pageToken: string | undefined) => Promise<ListPage<Row>>
  /** Of the rows that are here; the server's own when left out. */
  readonly order?: (one: Row, other: Row) => number
}

/** A page that is one list, asked for in pages. */
export function PagedListPage<Row>({ texts, icon, columns, rowKey, list, order }: PagedListPageProps<Row>) {
  usePageTitle(texts.title)
  const { asked, askAgain, isAsking, mayShowMore, showMore } = usePages(list)
  const { answer } = asked
  const hasMore = answer?.nextPageToken !== undefined
  return (
    <>
      <PageHeader
        title={texts.title}
        fact={answer === undefined ? '' : texts.fact(answer.rows.length, hasMore)}
        actions={
          <Button icon={<RotateCw />} onPress={askAgain} isPending={isAsking}>
            {listsTexts.reload}
          </Button>
        }
      />
      <PageBody>
        <section className="overflow-hidden rounded-large border border-line bg-ground-1">
          <AskedList asked={asked} askAgain={askAgain} failed={texts.failed}>
            {({ rows }) =>
              rows.length === 0 ? (
                <EmptyState icon={icon} title={texts.emptyTitle}>
                  {texts.empty}
                </EmptyState>
              ) : (
                <DataTable
                  label={texts.title}
                  columns={columns}
                  rows={order === undefined ? rows : rows.toSorted(order)}
                  rowKey={rowKey}
                />
              )
            }
          </AskedList>
        </section>
        {mayShowMore && (
          <div className="flex justify-center">
            <Button onPress={showMore} isPending={isAsking}>
              {listsTexts.more}
            </Button>
          </div>
        )}
      </PageBody>
    </>
  )
}
