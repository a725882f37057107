import { Plus, UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { providerFieldsTexts as fieldTexts } from '../../../../texts/en/provider-fields.ts'
import { signInSettingsTexts as texts } from '../../../../texts/en/sign-in-settings.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { MenuButton, MenuItem } from '../../../../ui/menu.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { kindOf, providerKinds, type ProviderKind } from '../../provider-kinds.ts'
import type { ProviderSettings } from '../../queries/providers.ts'
import { useProviders } from '../../queries/settings-queries.ts'
import { ProviderDialog } from './provider-dialog.tsx'

interface Opened {
  readonly kind: ProviderKind
  /** A new one when left out. */
  readonly provider?: ProviderSettings
}

/** Whom people sign in by. */
export function ProvidersCard({ mayChange }: { readonly mayChange: boolean }) {
  const query = useProviders()
  const [open, setOpen] = useState<Opened>()
  const own = query.data?.filter(({ isServers }) => !isServers).map(({ id }) => id) ?? []
  return (
    <Card
      title={texts.providers}
      description={texts.providersText}
      {...(mayChange &&
        query.data !== undefined && {
          aside: (
            <MenuButton
              label={texts.addProvider}
              trigger={
                <Button size="small" icon={<Plus />}>
                  {texts.addProvider}
                </Button>
              }
            >
              {providerKinds
                .filter(({ id }) => !own.includes(id))
                .map((kind) => (
                  <MenuItem key={kind.id} onAction={() => setOpen({ kind })}>
                    {kind.name ?? fieldTexts.kinds[kind.id] ?? kind.id}
                  </MenuItem>
                ))}
            </MenuButton>
          ),
        })}
      isFlush
    >
      <QueryContent query={query} failed={texts.failed} rows={2}>
        {(providers) =>
          providers.length === 0 ? (
            <EmptyState icon={<UserRoundCheck />} title={texts.noProviders}>
              {texts.noProvidersHelp}
            </EmptyState>
          ) : (
            <DataTable
              label={texts.providersList}
              columns={columnsOf(
                mayChange ? (provider) => setOpen({ kind: kindOf(provider.id), provider }) : undefined,
              )}
              rows={providers}
              rowKey={({ id }) => id}
            />
          )
        }
      </QueryContent>
      {open !== undefined && (
        <ProviderDialog
          kind={open.kind}
          provider={open.provider}
          onChanged={() => void query.refetch()}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Card>
  )
}

function columnsOf(onEdit: ((provider: ProviderSettings) => void) | undefined): readonly Column<ProviderSettings>[] {
  return [
    {
      id: 'provider',
      title: texts.provider,
      cell: ({ id, displayName }) => (
        <span className="flex flex-wrap gap-x-2">
          {displayName}
          <code className="text-code text-ink-2">{id}</code>
        </span>
      ),
    },
    {
      id: 'client',
      title: texts.clientId,
      isSecondary: true,
      cell: ({ values }) => <span className="break-all">{values.clientId ?? values.spEntityId}</span>,
    },
    {
      id: 'state',
      title: texts.state,
      cell: ({ enabled, isServers }) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <Badge tone={enabled ? 'good' : 'plain'}>{enabled ? texts.enabled : texts.disabled}</Badge>
          {isServers && <Badge>{texts.byServer}</Badge>}
        </span>
      ),
    },
    ...(onEdit === undefined
      ? []
      : [
          {
            id: 'actions',
            title: texts.actions,
            cell: (provider: ProviderSettings) =>
              provider.isServers ? null : (
                <Button
                  size="small"
                  aria-label={texts.editNamed(provider.displayName)}
                  onPress={() => onEdit(provider)}
                >
                  {texts.edit}
                </Button>
              ),
          },
        ]),
  ]
}
