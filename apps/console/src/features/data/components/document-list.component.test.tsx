import { FieldPath, type QueryDocumentSnapshot } from 'firebase/firestore'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { databaseOf } from '../../../documents/project-database.ts'
import { enterProject } from '../../../testing/enter-project.ts'
import { FakeServer } from '../../../testing/fake-server.ts'
import { renderComponent } from '../../../testing/render-component.tsx'
import { gridColumns } from '../columns/grid-column.ts'
import { usualColumns } from '../columns/usual-columns.ts'
import { seenFields } from '../filters/seen-fields.ts'
import { ReferenceNames } from '../queries/reference-names.ts'
import { DocumentList } from './document-list.tsx'

const bills = Array.from({ length: 100 }, (_, at) => ({
  ...(at !== 2 && { name: `Bill ${at}` }),
  status: at % 2 === 0 ? 'open' : 'paid',
  total: at,
  note: `note ${at}`,
}))

function documentAt(row: number): QueryDocumentSnapshot {
  const fields: Readonly<Record<string, unknown>> = bills[row] ?? {}
  return {
    id: `bill-${row}`,
    ref: { path: `bills/bill-${row}` },
    metadata: { hasPendingWrites: false },
    data: () => fields,
    get: (path: FieldPath) => Object.entries(fields).find(([name]) => new FieldPath(name).isEqual(path))?.[1],
  } as unknown as QueryDocumentSnapshot
}

test('a document is two lines that name it and tell two more fields; only those near the screen are painted', async () => {
  const project = await enterProject(FakeServer.start())
  const seen = seenFields(bills)
  const onOpen = vi.fn<(id: string) => void>()
  const names = new ReferenceNames(databaseOf(project, '(default)'))
  await renderComponent(
    <div style={{ width: 390, height: 400, overflow: 'auto' }} data-box>
      <DocumentList
        label="Bills"
        size={bills.length}
        documentAt={documentAt}
        onShow={() => undefined}
        columns={gridColumns(usualColumns(seen), seen, {})}
        look={{ clock: 'utc', names, hrefOfPath: (path) => path }}
        openId={undefined}
        hrefOf={(id) => `/bills/${id}`}
        isGone={undefined}
        onOpen={onOpen}
        verdictOf={undefined}
        marks={new Map()}
      />
    </div>,
    { project },
  )
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect.element(row('Bill 1').first()).toHaveTextContent('Bill 1paidtotal1notenote 1')
  // What has no name goes by its id.
  await expect.element(row('note 2').first()).toHaveTextContent('bill-2opentotal2notenote 2')
  expect(page.getByRole('listitem').elements().length).toBeLessThan(60)
  const box = document.querySelector('[data-box]')
  box?.scrollTo({ top: box.scrollHeight, behavior: 'instant' })
  await row('Bill 99').getByRole('link').click()
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('bill-99')
})
