import { ListX, Plus } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../../shared/databases/use-databases.ts'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { toast, toastProblem } from '../../../../ui/toast.ts'
import { setOverride, type FieldIndex, type FieldOverride } from '../../queries/indexes.ts'
import { FieldOfGroupDialog } from './field-of-group-dialog.tsx'
import { type IndexCardProps, StateBadge } from './index-card.tsx'

/** The fields that are not indexed as all are. */
export function ExemptionsCard({ declared: { overrides }, mayChange, onChanged }: IndexCardProps) {
  const database = useDatabase()
  const [isAdding, setAdding] = useState(false)
  const restore = async (override: FieldOverride) => {
    try {
      await setOverride(database, override, undefined)
      toast(texts.restored(nameOf(override)))
    } catch (thrown) {
      toastProblem(messageOf(thrown))
    }
    onChanged()
  }
  return (
    <Card
      title={texts.exemptions}
      description={texts.exemptionsText}
      {...(mayChange && {
        aside: (
          <Button icon={<Plus />} onPress={() => setAdding(true)}>
            {texts.exempt}
          </Button>
        ),
      })}
      isFlush
    >
      {overrides.length === 0 ? (
        <EmptyState icon={<ListX />} title={texts.noExemptions}>
          {texts.noExemptionsHelp}
        </EmptyState>
      ) : (
        <DataTable
          label={texts.exemptionsList}
          columns={columnsOf(mayChange ? (override) => void restore(override) : undefined)}
          rows={overrides}
          rowKey={nameOf}
        />
      )}
      {isAdding && (
        <FieldOfGroupDialog
          words={{ title: texts.exemptTitle, field: texts.fieldName, fieldHelp: texts.fieldHelp, submit: texts.exempt }}
          onSubmit={async (collectionGroup, fieldPath) => {
            await setOverride(database, { collectionGroup, fieldPath }, [])
            toast(texts.exempted(nameOf({ collectionGroup, fieldPath })))
            onChanged()
            return true
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

function nameOf({ collectionGroup, fieldPath }: Pick<FieldOverride, 'collectionGroup' | 'fieldPath'>): string {
  return `${collectionGroup}.${fieldPath}`
}

function columnsOf(onRestore: ((override: FieldOverride) => void) | undefined): readonly Column<FieldOverride>[] {
  return [
    {
      id: 'field',
      title: texts.fieldName,
      cell: (override) => <code className="block truncate text-code">{nameOf(override)}</code>,
    },
    {
      id: 'keeps',
      title: texts.keeps,
      cell: ({ indexes }) => (indexes.length === 0 ? texts.keepsNothing : indexes.map(describe).join(', ')),
    },
    { id: 'state', title: texts.state, isSecondary: true, cell: ({ state }) => <StateBadge state={state} /> },
    ...(onRestore === undefined
      ? []
      : [
          {
            id: 'actions',
            title: texts.actions,
            cell: (override: FieldOverride) => (
              <Button
                size="small"
                aria-label={texts.restoreField(nameOf(override))}
                onPress={() => onRestore(override)}
              >
                {texts.restore}
              </Button>
            ),
          },
        ]),
  ]
}

function describe({ queryScope, order, arrayConfig }: FieldIndex): string {
  const kind = texts.keepsThe[order ?? arrayConfig ?? 'ASCENDING']
  return queryScope === 'COLLECTION_GROUP' ? texts.ofGroup(kind) : kind
}
