import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../../session/project-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../texts/en/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { type KeyMaker, keyScopes, type ServiceKey, revokeServiceKey } from '../queries/keys.ts'
import { useServiceKeys } from '../queries/settings-queries.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { failureOf } from '../../../backend/errors/failure.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast } from '../../../ui/toast.ts'

/** The keys of the project's programs; owners make and revoke them. */
export function ServiceKeysCard() {
  const project = useProject()
  return project.role === 'owner' ? (
    <OwnersKeys />
  ) : (
    <Card title={settingsTexts.keys} description={settingsTexts.keysText}>
      <p className="text-table text-ink-2">{settingsTexts.ownersKeys}</p>
    </Card>
  )
}

function OwnersKeys() {
  const project = useProject()
  const query = useServiceKeys()
  const readAgain = (): void => void query.refetch()
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ServiceKey>()
  const signIn = useRecentSignIn(project)
  return (
    <Card
      title={settingsTexts.keys}
      description={settingsTexts.keysText}
      aside={
        <Button icon={<Plus />} onPress={() => setCreating(true)}>
          {settingsTexts.createKey}
        </Button>
      }
      isFlush
    >
      <QueryContent query={query} failed={settingsTexts.keysFailed} rows={2}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={<KeyRound />} title={settingsTexts.noKeys}>
              {settingsTexts.noKeysHelp}
            </EmptyState>
          ) : (
            <DataTable
              label={settingsTexts.keysList}
              columns={columnsWith(setRevoking)}
              rows={keys}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryContent>
      {isCreating && (
        <CreateKeyDialog
          signIn={signIn}
          onMade={readAgain}
          onClose={() => {
            setCreating(false)
          }}
        />
      )}
      {revoking !== undefined && (
        <RevokeKeyDialog
          serviceKey={revoking}
          signIn={signIn}
          onRevoked={readAgain}
          onClose={() => setRevoking(undefined)}
        />
      )}
      {signIn.dialog}
    </Card>
  )
}

function columnsWith(onRevoke: (key: ServiceKey) => void): readonly Column<ServiceKey>[] {
  return [
    { id: 'name', title: settingsTexts.keyName, cell: ({ name }) => <span className="block truncate">{name}</span> },
    {
      id: 'id',
      title: settingsTexts.keyId,
      isSecondary: true,
      cell: ({ id }) => <Copyable label={settingsTexts.keyId} value={id} className="max-w-44" />,
    },
    {
      id: 'scopes',
      title: settingsTexts.scopes,
      isSecondary: true,
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1">
          {scopes.map((scope) => (
            <Badge key={scope} tone="attention">
              {nameOfScope(scope)}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'created',
      title: settingsTexts.created,
      isSecondary: true,
      cell: ({ createdAt }) => <Moment at={Date.parse(createdAt)} />,
    },
    {
      id: 'maker',
      title: settingsTexts.madeBy,
      cell: ({ createdBy }) => <MadeBy maker={createdBy} />,
    },
    {
      id: 'actions',
      title: settingsTexts.actions,
      cell: (key) => (
        <Button size="small" aria-label={settingsTexts.revokeNamed(key.name)} onPress={() => onRevoke(key)}>
          {settingsTexts.revoke}
        </Button>
      ),
    },
  ]
}

/** A newer server may have one that this page does not know. */
function nameOfScope(scope: string): string {
  const known = keyScopes.find((one) => one === scope)
  return known === undefined ? scope : settingsTexts.scopeNames[known]
}

/** A key stays valid when its maker leaves, who may still have its file: owners are told. */
function MadeBy({ maker }: { readonly maker: KeyMaker | undefined }) {
  if (maker === undefined) return null
  if ('serviceKey' in maker) return <span className="block truncate">{settingsTexts.madeByKey(maker.serviceKey)}</span>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <span className="min-w-0 truncate">{maker.email ?? maker.uid}</span>
      {maker.role !== 'owner' && (
        <Badge tone="attention">{maker.role === null ? settingsTexts.makerLeft : settingsTexts.makerDemoted}</Badge>
      )}
    </span>
  )
}

interface RevokeKeyDialogProps {
  readonly serviceKey: ServiceKey
  readonly signIn: RecentSignIn
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Asks before a key is revoked: what uses it stops. */
function RevokeKeyDialog({ serviceKey: { id, name }, signIn, onRevoked, onClose }: RevokeKeyDialogProps) {
  const project = useProject()
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeServiceKey(project, id), { act: settingsTexts.revokeNamed(name) })))
        return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRevoked()
    toast(settingsTexts.revoked(name))
    return true
  }
  return (
    <ConfirmDialog
      title={settingsTexts.revokeTitle(name)}
      confirm={settingsTexts.revokeNamed(name)}
      onConfirm={revoke}
      onClose={onClose}
    >
      {settingsTexts.revokeText}
    </ConfirmDialog>
  )
}
