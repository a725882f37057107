import { ListTree, Plus } from 'lucide-react'
import { useState } from 'react'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatNumber } from '../../../../texts/format.ts'
import { type CompositeIndex, removeIndex } from '../../queries/indexes.ts'
import { CreateIndexDialog } from './create-index-dialog.tsx'
import { type IndexCardProps, StateBadge } from './index-card.tsx'
import { useDatabase } from '../../../../shared/databases/use-databases.ts'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'

/** The indexes over several fields; owners make and remove them. */
export function IndexesCard({ declared: { indexes }, mayChange, onChanged }: IndexCardProps) {
  const [isCreating, setCreating] = useState(false)
  const [removing, setRemoving] = useState<CompositeIndex>()
  return (
    <Card
      title={texts.indexes}
      description={mayChange ? texts.indexesText : `${texts.indexesText} ${texts.ownersIndexes}`}
      {...(mayChange && {
        aside: (
          <Button icon={<Plus />} onPress={() => setCreating(true)}>
            {texts.create}
          </Button>
        ),
      })}
      isFlush
    >
      {indexes.length === 0 ? (
        <EmptyState icon={<ListTree />} title={texts.noIndexes}>
          {texts.noIndexesHelp}
        </EmptyState>
      ) : (
        <DataTable
          label={texts.indexesList}
          columns={columnsOf(mayChange ? setRemoving : undefined)}
          rows={indexes}
          rowKey={({ id }) => id}
        />
      )}
      {isCreating && <CreateIndexDialog onCreated={onChanged} onClose={() => setCreating(false)} />}
      {removing !== undefined && (
        <RemoveIndexDialog index={removing} onRemoved={onChanged} onClose={() => setRemoving(undefined)} />
      )}
    </Card>
  )
}

function columnsOf(onRemove: ((index: CompositeIndex) => void) | undefined): readonly Column<CompositeIndex>[] {
  return [
    {
      id: 'collection',
      title: texts.collection,
      cell: ({ collectionGroup, isGroup }) => (
        <span className="flex flex-wrap gap-x-2">
          <code className="text-code">{collectionGroup}</code>
          {isGroup && <span className="text-ink-2">{texts.scopes.group}</span>}
        </span>
      ),
    },
    { id: 'fields', title: texts.fields, cell: (index) => <IndexFields index={index} /> },
    { id: 'state', title: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
    { id: 'origin', title: texts.origin, isSecondary: true, cell: ({ origin }) => texts.origins[origin] },
    {
      id: 'entries',
      title: texts.entries,
      isNumber: true,
      isSecondary: true,
      cell: ({ entries }) => (entries === null ? texts.manyEntries : formatNumber(entries)),
    },
    ...(onRemove === undefined
      ? []
      : [
          {
            id: 'actions',
            title: texts.actions,
            cell: (index: CompositeIndex) => (
              <Button size="small" aria-label={texts.removeIndex(fieldsOf(index))} onPress={() => onRemove(index)}>
                {texts.remove}
              </Button>
            ),
          },
        ]),
  ]
}

function IndexFields({ index }: { readonly index: CompositeIndex }) {
  const spoken = index.fields.map(({ fieldPath, kind }) => `${fieldPath} ${texts.kinds[kind]}`).join(', ')
  return (
    <>
      <code aria-hidden="true" className="text-code">
        {fieldsOf(index)}
      </code>
      <span className="sr-only">{spoken}</span>
    </>
  )
}

interface RemoveIndexDialogProps {
  readonly index: CompositeIndex
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks before queries lose an index. */
function RemoveIndexDialog({ index, onRemoved, onClose }: RemoveIndexDialogProps) {
  const database = useDatabase()
  const remove = async () => {
    try {
      await removeIndex(database, index)
    } catch (thrown) {
      // Removed by somebody else meanwhile is removed.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRemoved()
    toast(texts.indexRemoved)
    return true
  }
  return (
    <ConfirmDialog
      title={texts.removeIndexTitle}
      confirm={texts.removeIndexButton}
      onConfirm={remove}
      onClose={onClose}
    >
      {texts.removeIndexText(index.collectionGroup, fieldsOf(index))}
    </ConfirmDialog>
  )
}

/** `city ↑, total ↓`, as it stands in the table and in questions. */
function fieldsOf({ fields }: Pick<CompositeIndex, 'fields'>): string {
  const signs = { ascending: '↑', descending: '↓', contains: '∋' }
  return fields.map(({ fieldPath, kind }) => `${fieldPath} ${signs[kind]}`).join(', ')
}
