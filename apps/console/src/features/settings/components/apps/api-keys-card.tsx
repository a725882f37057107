import { EllipsisVertical, KeyRound, Pencil, Plus, RefreshCw, Trash2 } from 'lucide-react'
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
import { Moment } from '../../../../ui/moment.tsx'
import { QueryContent, type ShownQuery } from '../../../../ui/query-content.tsx'
import { type ApiKey, revokeApiKey, rotateApiKey } from '../../queries/keys.ts'
import type { ProjectApp } from '../../queries/apps.ts'
import { ApiKeyDialog } from './api-key-dialog.tsx'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { useRecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { toast } from '../../../../ui/toast.ts'

type Opened = { readonly act: 'create' } | { readonly act: 'change' | 'replace' | 'revoke'; readonly apiKey: ApiKey }

export interface ApiKeysCardProps {
  readonly query: ShownQuery<readonly ApiKey[]>
  /** Those that the keys belong to. */
  readonly apps: readonly ProjectApp[]
  readonly onChanged: () => void
}

/** The keys that name the project; owners make them, keep them to websites, replace and revoke them. */
export function ApiKeysCard({ query, apps, onChanged }: ApiKeysCardProps) {
  const project = useProject()
  const mayChange = project.role === 'owner'
  const [opened, setOpened] = useState<Opened>()
  const dialog = { onChanged, onClose: () => setOpened(undefined) }
  const nameOf = (appId: string) => apps.find(({ config }) => config.appId === appId)?.name ?? appId
  return (
    <Card
      title={texts.keys}
      description={mayChange ? texts.keysText : `${texts.keysText} ${texts.ownersKeys}`}
      {...(mayChange && {
        aside: (
          <Button icon={<Plus />} onPress={() => setOpened({ act: 'create' })}>
            {texts.createKey}
          </Button>
        ),
      })}
      isFlush
    >
      <QueryContent query={query} failed={texts.keysFailed} rows={2}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState icon={<KeyRound />} title={texts.noKeys}>
              {texts.noKeysHelp}
            </EmptyState>
          ) : (
            <DataTable
              label={texts.keysList}
              columns={columnsOf(nameOf, mayChange ? setOpened : undefined)}
              rows={keys}
              rowKey={({ key }) => key}
              hasCards
            />
          )
        }
      </QueryContent>
      {opened?.act === 'create' && <ApiKeyDialog {...dialog} apiKey={undefined} />}
      {opened?.act === 'change' && <ApiKeyDialog {...dialog} apiKey={opened.apiKey} />}
      {opened?.act === 'replace' && <ReplaceKeyDialog {...dialog} apiKey={opened.apiKey} />}
      {opened?.act === 'revoke' && <RevokeApiKeyDialog {...dialog} apiKey={opened.apiKey} />}
    </Card>
  )
}

function columnsOf(
  nameOf: (appId: string) => string,
  onOpen: ((opened: Opened) => void) | undefined,
): readonly Column<ApiKey>[] {
  return [
    {
      id: 'name',
      title: texts.name,
      cell: ({ name }) => <bdi className="block truncate">{name || texts.unnamed}</bdi>,
    },
    {
      id: 'key',
      title: texts.key,
      onCard: 'wide',
      cell: ({ key }) => <Copyable label={texts.key} value={key} className="tablet:max-w-44" />,
    },
    {
      id: 'use',
      title: texts.use,
      isSecondary: true,
      onCard: 'labelled',
      cell: ({ appId, isInUse }) =>
        appId === null ? (
          <span className="text-ink-2">{texts.noApp}</span>
        ) : (
          <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
            <bdi className="min-w-0 truncate">{nameOf(appId)}</bdi>
            {!isInUse && <Badge tone="attention">{texts.replaced}</Badge>}
          </span>
        ),
    },
    {
      id: 'websites',
      title: texts.websites,
      isSecondary: true,
      onCard: 'labelled',
      cell: ({ websites }) => (
        <span title={websites.join('\n')}>
          {websites.length === 0
            ? texts.anywhere
            : websites.length === 1
              ? websites[0]
              : texts.websitesCount(websites.length)}
        </span>
      ),
    },
    {
      id: 'created',
      title: texts.created,
      isSecondary: 'wide',
      cell: ({ createdAt }) => (createdAt === null ? texts.longAgo : <Moment at={Date.parse(createdAt)} />),
    },
    ...(onOpen === undefined ? [] : [actionsColumn(onOpen)]),
  ]
}

function actionsColumn(onOpen: (opened: Opened) => void): Column<ApiKey> {
  return {
    id: 'actions',
    title: texts.actions,
    onCard: 'plain',
    cell: (apiKey) => (
      <MenuButton
        label={texts.more(apiKey.name || texts.unnamed)}
        trigger={
          <IconButton size="small" label={texts.more(apiKey.name || texts.unnamed)}>
            <EllipsisVertical />
          </IconButton>
        }
      >
        <MenuItem icon={<Pencil />} onAction={() => onOpen({ act: 'change', apiKey })}>
          {texts.restrict}
        </MenuItem>
        {(apiKey.isInUse || apiKey.appId === null) && (
          <MenuItem icon={<RefreshCw />} onAction={() => onOpen({ act: 'replace', apiKey })}>
            {texts.rotate}
          </MenuItem>
        )}
        {!apiKey.isInUse && (
          <>
            <MenuSeparator />
            <MenuItem icon={<Trash2 />} isDanger onAction={() => onOpen({ act: 'revoke', apiKey })}>
              {texts.revoke}
            </MenuItem>
          </>
        )}
      </MenuButton>
    ),
  }
}

interface EndKeyDialogProps {
  readonly apiKey: ApiKey
  readonly onChanged: () => void
  readonly onClose: () => void
}

/** Asks before a new key takes the place of one. */
function ReplaceKeyDialog({ apiKey: { key, name }, onChanged, onClose }: EndKeyDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const called = name || texts.unnamed
  const replace = async () => {
    if (!(await signIn.run(async () => void (await rotateApiKey(project, key)), { act: texts.rotateNamed(called) })))
      return false
    onChanged()
    toast(texts.rotated(called))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.rotateTitle(called)}
        confirm={texts.rotateNamed(called)}
        isDanger={false}
        onConfirm={replace}
        onClose={onClose}
      >
        {texts.rotateText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}

/** Asks before a key is revoked: what still has it stops. */
function RevokeApiKeyDialog({ apiKey: { key, name }, onChanged, onClose }: EndKeyDialogProps) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const called = name || texts.unnamed
  const revoke = async () => {
    try {
      if (!(await signIn.run(() => revokeApiKey(project, key), { act: texts.revokeNamed(called) }))) return false
    } catch (thrown) {
      // Revoked by somebody else meanwhile is revoked.
      if (failureOf(thrown).reason !== 'NO_SUCH_API_KEY') throw thrown
    }
    onChanged()
    toast(texts.revoked(called))
    return true
  }
  return (
    <>
      <ConfirmDialog
        title={texts.revokeTitle(called)}
        confirm={texts.revokeNamed(called)}
        onConfirm={revoke}
        onClose={onClose}
      >
        {texts.revokeText}
      </ConfirmDialog>
      {signIn.dialog}
    </>
  )
}
