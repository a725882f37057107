import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ProjectApp } from '../../../../backend/api/projects.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { settingsTexts } from '../../../../texts/en/settings.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Moment } from '../../../../ui/moment.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { type ApiSecret, revokeApiSecret } from '../../queries/keys.ts'
import { useApiSecrets } from '../../queries/settings-queries.ts'
import { CreateSecretDialog } from './create-secret-dialog.tsx'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'

const analyticsSettingsTexts = settingsTexts.analyticsSettings
const texts = analyticsSettingsTexts.secrets

/** The secrets with which servers report events; owners make and revoke them. */
export function ApiSecretsCard() {
  const project = useProject()
  return project.role === 'owner' ? (
    <OwnersSecrets />
  ) : (
    <Card title={texts.title} description={texts.help}>
      <p className="text-table text-ink-2">{texts.ownersOnly}</p>
    </Card>
  )
}

function OwnersSecrets() {
  const project = useProject()
  const query = useApiSecrets()
  const readAgain = (): void => void query.refetch()
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiSecret>()
  const signIn = useRecentSignIn(project)
  const apps = query.data?.apps ?? []
  return (
    <Card
      title={texts.title}
      description={texts.help}
      aside={
        <Button icon={<Plus />} isDisabled={apps.length === 0} onPress={() => setCreating(true)}>
          {texts.create}
        </Button>
      }
      isFlush
    >
      <QueryContent query={query} failed={texts.failed} rows={2}>
        {(answer) =>
          answer.secrets.length > 0 ? (
            <DataTable
              label={texts.list}
              columns={columnsWith(answer.apps, setRevoking)}
              rows={answer.secrets}
              rowKey={({ id }) => id}
            />
          ) : answer.apps.length === 0 ? (
            <EmptyState icon={<KeyRound />} title={texts.noApps}>
              {texts.noAppsHelp}
            </EmptyState>
          ) : (
            <EmptyState icon={<KeyRound />} title={texts.none}>
              {texts.noneHelp}
            </EmptyState>
          )
        }
      </QueryContent>
      {isCreating && (
        <CreateSecretDialog
          apps={apps}
          signIn={signIn}
          onMade={readAgain}
          onClose={() => {
            setCreating(false)
          }}
        />
      )}
      {revoking !== undefined && (
        <RevokeSecretDialog
          secret={revoking}
          signIn={signIn}
          onRevoked={readAgain}
          onClose={() => setRevoking(undefined)}
        />
      )}
      {signIn.dialog}
    </Card>
  )
}

function columnsWith(apps: readonly ProjectApp[], onRevoke: (secret: ApiSecret) => void): readonly Column<ApiSecret>[] {
  return [
    { id: 'name', title: texts.name, cell: ({ name }) => <span className="block truncate">{name}</span> },
    {
      id: 'app',
      title: texts.app,
      cell: ({ appId }) => (
        <span className="block truncate">{apps.find((app) => app.appId === appId)?.name ?? appId}</span>
      ),
    },
    {
      id: 'created',
      title: texts.created,
      isSecondary: true,
      cell: ({ createdAt }) => <Moment at={Date.parse(createdAt)} />,
    },
    {
      id: 'actions',
      title: texts.actions,
      cell: (secret) => (
        <Button size="small" aria-label={texts.revokeNamed(secret.name)} onPress={() => onRevoke(secret)}>
          {texts.revoke}
        </Button>
      ),
    },
  ]
}

interface RevokeSecretDialogProps {
  readonly secret: ApiSecret
  readonly signIn: RecentSignIn
  readonly onRevoked: () => void
  readonly onClose: () => void
}

/** Asks before a secret is revoked: what reports with it stops. */
function RevokeSecretDialog({ secret: { id, name }, signIn, onRevoked, onClose }: RevokeSecretDialogProps) {
  const project = useProject()
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeApiSecret(project, id)))) return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onRevoked()
    toast(texts.revoked(name))
    return true
  }
  return (
    <ConfirmDialog
      title={texts.revokeTitle(name)}
      confirm={texts.revokeNamed(name)}
      onConfirm={revoke}
      onClose={onClose}
    >
      {texts.revokeText}
    </ConfirmDialog>
  )
}
