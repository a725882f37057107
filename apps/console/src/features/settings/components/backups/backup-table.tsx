import { ArchiveRestore, CircleCheck, Clock, MoreHorizontal, Trash2, TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { DataTable, type Column } from '../../../../ui/data-table.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../../../texts/format.ts'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { MenuButton, MenuItem } from '../../../../ui/menu.tsx'
import type { Backup } from '../../../../backend/api/backups.ts'

export interface BackupTableProps {
  readonly backups: readonly Backup[]
  /** Nothing else can begin. */
  readonly isUnderWay: boolean
  /** Undefined where none can be restored. */
  readonly onRestore: ((backup: Backup) => void) | undefined
  readonly onDelete: (backup: Backup) => void
}

export function BackupTable({ backups, isUnderWay, onRestore, onDelete }: BackupTableProps) {
  const columns = useMemo(() => columnsWith({ isUnderWay, onRestore, onDelete }), [isUnderWay, onRestore, onDelete])
  return <DataTable label={texts.list} columns={columns} rows={backups} rowKey={({ id }) => id} hasCards />
}

export function timeOf({ createdAt }: Backup): string {
  return formatDateTime(Date.parse(createdAt))
}

function columnsWith({
  isUnderWay,
  onRestore,
  onDelete,
}: Omit<BackupTableProps, 'backups'>): readonly Column<Backup>[] {
  return [
    { id: 'time', title: texts.time, cell: (backup) => <time dateTime={backup.createdAt}>{timeOf(backup)}</time> },
    {
      id: 'kind',
      title: texts.kind,
      isSecondary: true,
      onCard: 'plain',
      cell: ({ kind }) => <Badge tone="plain">{texts.kinds[kind]}</Badge>,
    },
    {
      id: 'documents',
      title: texts.documents,
      isNumber: true,
      isSecondary: 'wide',
      cell: ({ documents }) => formatNumber(documents),
    },
    { id: 'files', title: texts.files, isNumber: true, isSecondary: 'wide', cell: ({ files }) => formatNumber(files) },
    { id: 'size', title: texts.size, isNumber: true, onCard: 'plain', cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
    {
      id: 'verified',
      title: texts.checked,
      isSecondary: true,
      onCard: 'plain',
      cell: (backup) => <Checked backup={backup} />,
    },
    {
      id: 'actions',
      title: texts.actions,
      onCard: 'plain',
      cell: (backup) => (
        <MenuButton
          label={texts.actionsOf(timeOf(backup))}
          trigger={
            <IconButton size="small" label={texts.actionsOf(timeOf(backup))} isDisabled={isUnderWay}>
              <MoreHorizontal />
            </IconButton>
          }
        >
          {onRestore !== undefined && (
            <MenuItem icon={<ArchiveRestore />} onAction={() => onRestore(backup)}>
              {texts.restore}
            </MenuItem>
          )}
          <MenuItem icon={<Trash2 />} isDanger onAction={() => onDelete(backup)}>
            {texts.remove}
          </MenuItem>
        </MenuButton>
      ),
    },
  ]
}

function Checked({ backup: { verifiedAt, missingFiles } }: { readonly backup: Backup }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {verifiedAt === null ? (
        <Badge tone="plain" icon={<Clock />}>
          {texts.notVerified}
        </Badge>
      ) : (
        <span title={texts.verifiedHelp}>
          <Badge tone="good" icon={<CircleCheck />}>
            {texts.verified}
          </Badge>
        </span>
      )}
      {missingFiles > 0 && (
        <Badge tone="attention" icon={<TriangleAlert />}>
          {texts.missing(missingFiles)}
        </Badge>
      )}
    </span>
  )
}
