import { AppWindow, EllipsisVertical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useProject } from '../../../../session/project-context.tsx'
import { appsTexts as texts } from '../../../../texts/en/apps.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Copyable } from '../../../../ui/copyable.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { MenuButton, MenuItem, MenuSeparator } from '../../../../ui/menu.tsx'
import { QueryContent, type ShownQuery } from '../../../../ui/query-content.tsx'
import type { ProjectApp } from '../../queries/apps.ts'
import { AppConfigDialog } from './app-config-dialog.tsx'
import { AppDialog } from './app-dialog.tsx'
import { RemoveAppDialog } from './remove-app-dialog.tsx'

type Opened = { readonly act: 'add' } | { readonly act: 'configure' | 'edit' | 'remove'; readonly app: ProjectApp }

export interface AppsCardProps {
  readonly query: ShownQuery<readonly ProjectApp[]>
  readonly onChanged: () => void
}

/** The project's apps; owners add, change and remove them. */
export function AppsCard({ query, onChanged }: AppsCardProps) {
  const project = useProject()
  const mayChange = project.role === 'owner'
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <Card
      title={texts.apps}
      description={mayChange ? texts.appsText : `${texts.appsText} ${texts.ownersApps}`}
      {...(mayChange && {
        aside: (
          <Button icon={<Plus />} onPress={() => setOpened({ act: 'add' })}>
            {texts.addApp}
          </Button>
        ),
      })}
      isFlush
    >
      <QueryContent query={query} failed={texts.appsFailed} rows={2}>
        {(apps) =>
          apps.length === 0 ? (
            <EmptyState icon={<AppWindow />} title={texts.noApps}>
              {texts.noAppsHelp}
            </EmptyState>
          ) : (
            <DataTable
              label={texts.appsList}
              columns={columnsOf(mayChange, setOpened)}
              rows={apps}
              rowKey={({ config }) => config.appId}
              hasCards
            />
          )
        }
      </QueryContent>
      {opened?.act === 'add' && (
        <AppDialog
          app={undefined}
          onSaved={(app) => {
            onChanged()
            setOpened({ act: 'configure', app })
          }}
          onClose={close}
        />
      )}
      {opened?.act === 'edit' && (
        <AppDialog
          app={opened.app}
          onSaved={() => {
            onChanged()
            close()
          }}
          onClose={close}
        />
      )}
      {opened?.act === 'configure' && <AppConfigDialog app={opened.app} onClose={close} />}
      {opened?.act === 'remove' && <RemoveAppDialog app={opened.app} onRemoved={onChanged} onClose={close} />}
    </Card>
  )
}

function columnsOf(mayChange: boolean, onOpen: (opened: Opened) => void): readonly Column<ProjectApp>[] {
  return [
    { id: 'name', title: texts.name, cell: ({ name }) => <bdi className="block truncate">{name}</bdi> },
    {
      id: 'platform',
      title: texts.platform,
      onCard: 'plain',
      cell: ({ platform }) => <Badge>{texts.platforms[platform]}</Badge>,
    },
    {
      id: 'id',
      title: texts.appId,
      isSecondary: true,
      cell: ({ config }) => <Copyable label={texts.appId} value={config.appId} className="max-w-52" />,
    },
    {
      id: 'actions',
      title: texts.actions,
      onCard: 'plain',
      cell: (app) => (
        <span className="flex items-center gap-1">
          <Button
            size="small"
            aria-label={texts.configureNamed(app.name)}
            onPress={() => onOpen({ act: 'configure', app })}
          >
            {texts.configure}
          </Button>
          {mayChange && (
            <MenuButton
              label={texts.more(app.name)}
              trigger={
                <IconButton size="small" label={texts.more(app.name)}>
                  <EllipsisVertical />
                </IconButton>
              }
            >
              <MenuItem icon={<Pencil />} onAction={() => onOpen({ act: 'edit', app })}>
                {texts.edit}
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} isDanger onAction={() => onOpen({ act: 'remove', app })}>
                {texts.remove}
              </MenuItem>
            </MenuButton>
          )}
        </span>
      ),
    },
  ]
}
