import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar, filterChoice, FilterSearch } from '../../../ui/filter-bar.tsx'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { MoreRows } from '../../../ui/more-rows.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { OpeningRow, OpeningTable } from '../../../ui/opening-table.tsx'
import { QueryContent, type ShownQuery } from '../../../ui/query-content.tsx'
import { SessionTable } from '../../../ui/session-table.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { SplitPage } from '../../../ui/split-page.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { Pages } from '../../../ui/use-pages.ts'
import { deniedError, unavailableError } from '../sample-reactions.ts'

const noop = () => undefined
const yesterday = 1_790_000_000_000
const orders = Array.from({ length: 300 }, (_, at) => ({ id: `order-${1000 + at}`, total: 12.5 * at }))

const known = { rows: orders, nextPageToken: '300' }
const samplePages: Pages<unknown> = {
  query: queryThat(null, known),
  isReading: false,
  mayShowMore: true,
  isFull: false,
  showMore: noop,
  readAgain: noop,
  retry: noop,
}
const fullOf = (shown: string): string => `These are the newest ${shown}. Filters find older ones.`

/** A query as it is after its answer or its failure. */
function queryThat<Data = never>(error: unknown, data?: Data): ShownQuery<Data> {
  return { data, error, isPending: false, errorUpdateCount: error === null ? 0 : 1, refetch: never }
}

async function never(): Promise<never> {
  return await new Promise(noop)
}

/** Lists that were asked for, chosen from, sorted, and large. */
export function ListStates() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['order-1001']))
  const toggle = (id: string) =>
    setChosen((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    )
  return (
    <>
      <Card title="Asked, denied" isFlush>
        <QueryContent query={queryThat(deniedError)} failed="Couldn’t list the keys">
          {noop}
        </QueryContent>
      </Card>
      <Card title="Asked, failed" isFlush>
        <QueryContent query={queryThat(unavailableError)} failed="Couldn’t list the keys">
          {noop}
        </QueryContent>
      </Card>
      <Card title="More rows, none that came, more than are listed">
        <div className="grid gap-4">
          <MoreRows pages={samplePages} more="Show more" full={fullOf} />
          <MoreRows
            pages={{ ...samplePages, query: queryThat(unavailableError, known) }}
            more="Show more"
            full={fullOf}
          />
          <MoreRows pages={{ ...samplePages, mayShowMore: false, isFull: true }} more="Show more" full={fullOf} />
        </div>
      </Card>
      <Card title="Huge, chosen from, sorted" isFlush>
        <div className="max-h-72 overflow-y-auto">
          <DataTable
            label="Bills"
            rows={orders}
            rowKey={({ id }) => id}
            sorting={{ column: 'total', isDescending: false, onSort: noop }}
            selection={{
              keys: chosen,
              rowLabel: ({ id }) => `Choose ${id}`,
              allLabel: 'Choose all',
              onToggle: toggle,
              onToggleAll: () => setChosen(new Set()),
            }}
            columns={[
              { id: 'id', title: 'Document', cell: ({ id }) => id },
              { id: 'total', title: 'total', cell: ({ total }) => total.toFixed(2), isNumber: true, isSortable: true },
            ]}
          />
        </div>
      </Card>
      <Card title="Cards on phones" isFlush>
        <DataTable
          label="Bills on cards"
          hasCards
          rows={orders.slice(0, 2)}
          rowKey={({ id }) => id}
          columns={[
            { id: 'id', title: 'Document', cell: ({ id }) => id },
            { id: 'total', title: 'total', onCard: 'labelled', cell: ({ total }) => total.toFixed(2) },
          ]}
        />
      </Card>
      <Card title="Where somebody is signed in" isFlush>
        <SessionTable
          label="Sessions"
          currentId="one"
          ending="three"
          onEnd={noop}
          sessions={['one', 'two', 'three'].map((id) => ({
            id,
            signInProvider: 'password',
            secondFactor: null,
            signedInAt: new Date(yesterday).toISOString(),
            provenAt: new Date(yesterday).toISOString(),
            createdAt: new Date(yesterday).toISOString(),
            lastUsedAt: new Date(yesterday).toISOString(),
            device: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36',
          }))}
        />
      </Card>
      <Card title="Rows that open, and a bar of filters" isFlush>
        <div className="p-4">
          <FilterBar
            search={
              <FilterSearch text="" onSearch={noop}>
                <TextField name="path" label="Path" hasHiddenLabel placeholder="Path" value="" onChange={noop} />
              </FilterSearch>
            }
            choices={[filterChoice('State', 'Any state', 'open', [{ id: 'open', label: 'Open' }], noop)]}
            further={[filterChoice('Shop', 'Any shop', undefined, [{ id: 'north', label: 'North' }], noop)]}
            conditions={[['total', 'total over 10']]}
            onRemove={noop}
          />
        </div>
        <OpeningTable
          label="Orders that open"
          what="Order"
          columns={[{ id: 'total', from: 0, title: 'total', className: 'w-24 px-3' }]}
        >
          {({ isOneLine }) => (
            <tbody>
              {orders.slice(0, 3).map(({ id, total }) => (
                <OpeningRow
                  key={id}
                  id={id}
                  isOneLine={isOneLine}
                  isOpen={id === 'order-1001'}
                  when={<Moment at={yesterday} />}
                  mark={<Inbox aria-hidden="true" className="size-4 text-ink-2" />}
                  title={id}
                  openLabel={`Open ${id}`}
                  what={id}
                  below={[['Ada', 'paid'], '12 ms']}
                  onOpen={noop}
                >
                  <td className="px-3 tabular-nums">{total}</td>
                </OpeningRow>
              ))}
            </tbody>
          )}
        </OpeningTable>
      </Card>
      <Card title="A list with one of it beside" isFlush>
        <div className="h-72">
          <SplitPage
            panel={
              <SidePanel
                label="Order"
                position="2 of 300"
                onPrevious={noop}
                onNext={undefined}
                onClose={noop}
                foot={<Button>Look again</Button>}
              >
                <p className="px-4.5 py-3 text-table">order-1001</p>
              </SidePanel>
            }
          >
            <p className="px-4 text-table text-ink-2">The list stays where it is.</p>
          </SplitPage>
        </div>
      </Card>
      <Card title="A state of one’s own">
        <StatePanel icon={<Inbox />} title="Nothing waits" actions={<Button>Look again</Button>}>
          <p>
            It was looked at <Moment at={yesterday} />. <TextLink to="/projects">To the projects</TextLink>
          </p>
          <p className="w-40 font-mono text-code">
            <MiddleTruncated text="customers/u_5127/orders/8Kd2nPq0Vx91mZ3tYb7w" />
          </p>
        </StatePanel>
      </Card>
    </>
  )
}
