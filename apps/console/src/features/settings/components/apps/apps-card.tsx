import { AppWindow, EllipsisVertical, Pencil, Plus, Trash2, Download } from 'lucide-react'
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
import { type ProjectApp, removeApp } from '../../queries/apps.ts'
import { AppDialog } from './app-dialog.tsx'
import { CodeBlock } from '../../../../ui/code-block.tsx'
import { Dialog, DialogActions } from '../../../../ui/dialog.tsx'
import { saveText } from '../../../../ui/save-file.ts'
import { Tabs } from '../../../../ui/tabs.tsx'
import { configsOf, type AppConfig } from '../../app-config.ts'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'

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

/** What to put into an app so that it finds this server, for each way that its platform has. */
function AppConfigDialog({ app, onClose }: { readonly app: ProjectApp; readonly onClose: () => void }) {
  const tabs = configsOf(app, location.origin).map((config) => ({
    id: config.id,
    label: config.name,
    content: <Config config={config} />,
  }))
  return (
    <Dialog isOpen onClose={onClose} title={texts.configureTitle(app.name)} width="wide">
      <p className="mb-2 text-body text-ink-2">{texts.configureText[app.platform]}</p>
      <div className="overflow-hidden rounded border border-line">
        <Tabs label={texts.configureNamed(app.name)} tabs={tabs} />
      </div>
      <DialogActions>
        <Button onPress={onClose}>{texts.done}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Config({ config: { name, code, fileName } }: { readonly config: AppConfig }) {
  return (
    <div className="[&_pre]:max-h-80">
      <CodeBlock label={name} code={code} />
      {fileName !== undefined && (
        <div className="border-t border-line p-3">
          <Button icon={<Download />} onPress={() => saveText(fileName, 'application/octet-stream', code)}>
            {texts.downloadFile(fileName)}
          </Button>
        </div>
      )}
    </div>
  )
}

interface RemoveAppDialogProps {
  readonly app: ProjectApp
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Asks before an app is removed: what is installed of it stops. */
function RemoveAppDialog({ app: { name, config }, onRemoved, onClose }: RemoveAppDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const remove = async () => {
    try {
      if (!(await signIn.run(() => removeApp(project, config.appId), { act: texts.removeNamed(name) }))) return false
    } catch (thrown) {
      // Removed by somebody else meanwhile is removed.
      if (failureOf(thrown).reason !== 'NO_SUCH_APP') throw thrown
    }
    onRemoved()
    toast(texts.removed(name))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.removeTitle(name)}
        confirm={texts.removeNamed(name)}
        onConfirm={remove}
        onClose={onClose}
      >
        {texts.removeText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}
