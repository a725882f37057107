import { useState } from 'react'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { QueryFailed, useFailure } from '../../../ui/query-content.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { isOvertaken, releaseVersion, type RulesVersion } from '../../../shared/rules/published-rules.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { useComparedRules } from '../queries/rules-queries.ts'
import { PublishedBy } from './version-list.tsx'
import { LineDiffView } from './line-diff-view.tsx'
import { PublishProblem } from './publish-dialog.tsx'

/** An earlier version against what holds now, and the way back to it. */
export function VersionDialog({
  area,
  version,
  signIn,
  mayPublish,
  onClose,
  onEdit,
  onRestored,
}: {
  readonly area: RulesArea
  readonly version: RulesVersion
  readonly signIn: RecentSignIn
  readonly mayPublish: boolean
  readonly onClose: () => void
  readonly onEdit: (source: string) => void
  readonly onRestored: () => void
}) {
  const { project } = useDatabase()
  const { name } = version
  const query = useComparedRules(area, name)
  const failure = useFailure(query)
  const [wasOvertaken, setOvertaken] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const { sources, live } = query.data ?? {}

  const restore = async (): Promise<void> => {
    if (live === undefined) return
    setProblem(undefined)
    setRestoring(true)
    try {
      const isDone = await signIn.run(() => releaseVersion(project, live, name), { act: rulesTexts.restore })
      if (!isDone) return
      toast(rulesTexts.restored)
      onRestored()
    } catch (thrown) {
      if (!isOvertaken(thrown)) return setProblem(thrown)
      // The difference to what would be replaced is shown before it is.
      setOvertaken(true)
      void query.refetch()
    } finally {
      setRestoring(false)
    }
  }
  return (
    <Dialog
      isOpen
      width="wide"
      title={rulesTexts.versionTitle(formatDateTime(version.createdAt))}
      onClose={onClose}
      isDismissable={!isRestoring}
    >
      {sources === undefined || live === undefined ? (
        failure === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <QueryFailed title={rulesTexts.versionFailed} error={failure} onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className="grid gap-3">
          {wasOvertaken && (
            <Notice tone="attention" isAnnounced>
              {rulesTexts.overtaken} {live.author !== undefined && <PublishedBy author={live.author} />}
            </Notice>
          )}
          {version.note !== '' && <p className="text-body">{version.note}</p>}
          <p className="text-table text-ink-2">{rulesTexts.versionText}</p>
          <LineDiffView before={live.sources.main.content} after={sources.main.content} />
          {problem !== undefined && <PublishProblem problem={problem} />}
          <DialogActions>
            <Button onPress={onClose} isDisabled={isRestoring}>
              {uiTexts.cancel}
            </Button>
            {mayPublish && (
              <>
                <Button onPress={() => onEdit(sources.main.content)} isDisabled={isRestoring}>
                  {rulesTexts.edit}
                </Button>
                <Button variant="primary" isPending={isRestoring} onPress={() => void restore()}>
                  {rulesTexts.restore}
                </Button>
              </>
            )}
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}
