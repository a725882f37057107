import { useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { reactionTo } from '../../../../backend/errors/reaction.ts'
import { useBackups } from '../../../../shared/project-queries.ts'
import { useProject } from '../../../../session/project-context.tsx'
import { useRecentSignIn, type RecentSignIn } from '../../../../session/recent-sign-in.tsx'
import { backupsTexts as texts } from '../../../../texts/en/backups.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { DeniedState } from '../../../../ui/denied-state.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FailureNotice } from '../../../../ui/failure-notice.tsx'
import { QueryContent } from '../../../../ui/query-content.tsx'
import { toast } from '../../../../ui/toast.ts'
import { useButtonOfAct } from '../../../../ui/use-act-in-address.ts'
import {
  type Backup,
  beginBackup,
  type BackupList,
  deleteBackup,
  beginRestore,
} from '../../../../backend/api/backups.ts'
import { BackupJobNotice } from './backup-job-notice.tsx'
import { BackupTable, timeOf } from './backup-table.tsx'
import { DeletedBackups } from './deleted-backups.tsx'
import { failureOf } from '../../../../backend/errors/failure.ts'
import { ConfirmDialog, TypedConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { formatDateTime } from '../../../../texts/format.ts'
import { Moment } from '../../../../ui/moment.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'

/** The project as it was: made by night and by hand, restored and deleted by owners. */
export function BackupSettings() {
  const project = useProject()
  return project.role === 'owner' ? <OwnersBackups /> : <DeniedState>{texts.ownersOnly}</DeniedState>
}

function OwnersBackups() {
  const project = useProject()
  const backups = useBackups()
  const { data: list, refetch } = backups
  const readAgain = (): void => void refetch()
  const isUnderWay = list?.job?.finishedAt === null
  const nowButton = useButtonOfAct('back-up', { isReady: list !== undefined && !isUnderWay })
  const begin = useMutation({ mutationFn: async () => await beginBackup(project), onSettled: readAgain })
  useMadeToast(list)
  return (
    <Card
      title={texts.title}
      description={texts.text}
      aside={
        <Button
          ref={nowButton}
          icon={<Archive />}
          onPress={() => begin.mutate()}
          isPending={begin.isPending}
          isDisabled={isUnderWay || list === undefined}
        >
          {texts.now}
        </Button>
      }
      isFlush
    >
      {begin.isError && (
        <div className="border-b border-line p-4">
          <FailureNotice failing={reactionTo(begin.error)} />
        </div>
      )}
      <QueryContent query={backups} failed={texts.failed}>
        {(known) => <Listed list={known} onChanged={readAgain} />}
      </QueryContent>
    </Card>
  )
}

function Listed({ list, onChanged }: { readonly list: BackupList; readonly onChanged: () => void }) {
  const project = useProject()
  const signIn = useRecentSignIn(project)
  const [restoring, setRestoring] = useState<Backup>()
  const [deleting, setDeleting] = useState<Backup>()
  const isUnderWay = list.job?.finishedAt === null
  return (
    <>
      <NightlyFacts list={list} />
      <BackupJobNotice list={list} />
      {list.backups.length === 0 ? (
        <EmptyState icon={<ArchiveRestore />} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <BackupTable
          backups={list.backups}
          isUnderWay={isUnderWay}
          onRestore={project.id === 'console' ? undefined : setRestoring}
          onDelete={setDeleting}
        />
      )}
      <DeletedBackups deleted={list.deleted} isUnderWay={isUnderWay} signIn={signIn} onChanged={onChanged} />
      {project.id === 'console' && (
        <p className="border-t border-line px-4 py-2 text-table text-ink-2">{texts.consoleStays}</p>
      )}
      {restoring !== undefined && (
        <RestoreDialog backup={restoring} signIn={signIn} onBegun={onChanged} onClose={() => setRestoring(undefined)} />
      )}
      {deleting !== undefined && (
        <DeleteBackupDialog
          backup={deleting}
          signIn={signIn}
          onDeleted={onChanged}
          onClose={() => setDeleting(undefined)}
        />
      )}
      {signIn.dialog}
    </>
  )
}

/** Says that the backup is there which was seen under way. */
function useMadeToast(list: BackupList | undefined): void {
  const seen = useRef<string>(undefined)
  const job = list?.job
  useEffect(() => {
    if (job?.kind !== 'backup') return
    if (job.finishedAt === null) seen.current = job.backup
    else if (seen.current === job.backup) {
      seen.current = undefined
      if (job.error === null) toast(texts.made)
    }
  }, [job])
}

interface DeleteBackupDialogProps {
  readonly backup: Backup
  readonly signIn: RecentSignIn
  readonly onDeleted: () => void
  readonly onClose: () => void
}

function DeleteBackupDialog({ backup, signIn, onDeleted, onClose }: DeleteBackupDialogProps) {
  const project = useProject()
  const time = timeOf(backup)
  const remove = async () => {
    try {
      if (!(await signIn.run(() => deleteBackup(project, backup.id), { act: texts.removeConfirm(time) }))) return false
    } catch (thrown) {
      // Deleted by somebody else meanwhile is deleted.
      if (failureOf(thrown).code !== 'not-found') throw thrown
    }
    onDeleted()
    toast(texts.removed(time))
    return true
  }
  return (
    <ConfirmDialog
      title={texts.removeTitle(time)}
      confirm={texts.removeConfirm(time)}
      onConfirm={remove}
      onClose={onClose}
    >
      {texts.removeText}
    </ConfirmDialog>
  )
}

/** When the last backup was made by night, and when the next will be. */
function NightlyFacts({ list: { backups, nightly } }: { readonly list: BackupList }) {
  const last = backups.find(({ kind }) => kind === 'nightly')
  return (
    <div className="grid gap-1 border-b border-line px-4 py-3 text-table text-ink-2">
      <p>{nightly === null ? texts.nightlyOff : texts.nightly(nightly.kept)}</p>
      {nightly !== null && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{texts.last}:</dt>
            <dd className="text-ink-1">
              {last === undefined ? texts.none : <Moment at={Date.parse(last.createdAt)} />}
            </dd>
          </div>
          <div className="flex flex-wrap gap-x-1.5">
            <dt>{texts.next}:</dt>
            <dd className="text-ink-1">
              <time dateTime={nightly.nextAt}>{formatDateTime(Date.parse(nightly.nextAt))}</time>
            </dd>
          </div>
        </dl>
      )}
    </div>
  )
}

interface RestoreDialogProps {
  readonly backup: Backup
  readonly signIn: RecentSignIn
  readonly onBegun: () => void
  readonly onClose: () => void
}

/** Says what is replaced and what stays closed, unless that is to be open again too, and asks for the project's id. */
function RestoreDialog({ backup, signIn, onBegun, onClose }: RestoreDialogProps) {
  const project = useProject()
  const [isExact, setExact] = useState(false)
  const restore = () => beginRestore(project, { id: backup.id, isExact })
  return (
    <TypedConfirmDialog
      title={texts.restoreTitle(timeOf(backup))}
      confirm={texts.restoreConfirm(project.id)}
      wanted={project.id}
      label={texts.restoreTyped(project.id)}
      wrong={texts.restoreTypedWrong}
      onConfirm={async () => {
        if (!(await signIn.run(restore, { act: texts.restoreConfirm(project.id) }))) return
        onBegun()
        onClose()
      }}
      onClose={onClose}
    >
      <ItemGroup title={texts.restoreReplaced} items={texts.restoreReplacedItems} />
      <ItemGroup
        title={texts.restoreKept}
        items={isExact ? texts.restoreKeptItems : [...texts.restoreKeptItems, ...texts.restoreClosed]}
      />
      {isExact && <ItemGroup title={texts.restoreOpened} items={texts.restoreOpenedItems} />}
      <p className="mb-3">{texts.restoreAround}</p>
      <Checkbox isSelected={isExact} onChange={setExact}>
        {texts.restoreExactly}
      </Checkbox>
      <p className="mb-3 pl-6 text-small text-ink-2">{texts.restoreExactlyHelp}</p>
    </TypedConfirmDialog>
  )
}

function ItemGroup({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  return (
    <section className="mb-3">
      <h3 className="mb-1 font-medium">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
