import { Plus, TimerOff } from 'lucide-react'
import { useState } from 'react'
import { useDatabase } from '../../../../shared/databases/use-databases.ts'
import { messageOf } from '../../../../backend/errors/reaction.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { indexesTexts as texts } from '../../../../texts/en/indexes.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { toast, toastProblem } from '../../../../ui/toast.ts'
import { removeExpiry, setExpiry, type ExpiryPolicy } from '../../queries/indexes.ts'
import { FieldOfGroupDialog } from './field-of-group-dialog.tsx'
import type { IndexCardProps } from './index-card.tsx'
import { useHistoryTime } from '../../../../session/use-history-time.ts'

/** The collections whose documents go by a time of their own. */
export function ExpiryCard({ declared: { expiry }, mayChange, onChanged }: IndexCardProps) {
  const database = useDatabase()
  const kept = useHistoryTime()
  const recent = useRecentSignIn(database.project)
  const [isAdding, setAdding] = useState(false)
  const stop = async (policy: ExpiryPolicy) => {
    try {
      await removeExpiry(database, policy)
      toast(texts.stopped(policy.collectionGroup))
    } catch (thrown) {
      toastProblem(messageOf(thrown))
    }
    onChanged()
  }
  return (
    <Card
      title={texts.expiry}
      description={texts.expiryText}
      {...(mayChange && {
        aside: (
          <Button icon={<Plus />} onPress={() => setAdding(true)}>
            {texts.addExpiry}
          </Button>
        ),
      })}
      isFlush
    >
      {expiry.length === 0 ? (
        <EmptyState icon={<TimerOff />} title={texts.noExpiry}>
          {texts.noExpiryHelp}
        </EmptyState>
      ) : (
        <DataTable
          label={texts.expiryList}
          columns={columnsOf(mayChange ? (policy) => void stop(policy) : undefined)}
          rows={expiry}
          rowKey={({ collectionGroup }) => collectionGroup}
        />
      )}
      {isAdding && (
        <FieldOfGroupDialog
          words={{
            title: texts.addExpiryTitle,
            field: texts.expiryField,
            fieldHelp: texts.expiryFieldHelp,
            submit: texts.addExpiry,
            warning: texts.expiryWarn(kept),
          }}
          onSubmit={async (collectionGroup, fieldPath) => {
            if (!(await recent.run(() => setExpiry(database, collectionGroup, fieldPath)))) return false
            toast(texts.expirySaved(collectionGroup))
            onChanged()
            return true
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {recent.dialog}
    </Card>
  )
}

function columnsOf(onStop: ((policy: ExpiryPolicy) => void) | undefined): readonly Column<ExpiryPolicy>[] {
  return [
    {
      id: 'collection',
      title: texts.collection,
      cell: ({ collectionGroup }) => <code className="block truncate text-code">{collectionGroup}</code>,
    },
    { id: 'field', title: texts.expiryField, cell: ({ fieldPath }) => <code className="text-code">{fieldPath}</code> },
    {
      id: 'since',
      title: texts.since,
      isSecondary: true,
      cell: ({ since }) => <Moment at={Date.parse(since)} />,
    },
    ...(onStop === undefined
      ? []
      : [
          {
            id: 'actions',
            title: texts.actions,
            cell: (policy: ExpiryPolicy) => (
              <Button size="small" aria-label={texts.stopFor(policy.collectionGroup)} onPress={() => onStop(policy)}>
                {texts.stop}
              </Button>
            ),
          },
        ]),
  ]
}
