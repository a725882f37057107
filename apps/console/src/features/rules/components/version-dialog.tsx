import { useCallback, useState } from 'react'
import { useDatabase } from '../../../databases/use-database.ts'
import type { RecentSignIn } from '../../../session/recent-sign-in.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { uiTexts } from '../../../texts/en/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { AskFailed } from '../../../ui/asked-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAsked } from '../../../ui/use-asked.ts'
import {
  isOvertaken,
  loadLiveRules,
  loadSources,
  releaseVersion,
  type RulesVersion,
} from '../../../rules/published-rules.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'
import { PublishedBy } from './published-by.tsx'
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
  const database = useDatabase()
  const { project } = database
  const { name } = version
  const ask = useCallback(async () => {
    const [sources, live] = await Promise.all([loadSources(project, area, name), loadLiveRules(database, area)])
    return { sources, live }
  }, [database, project, area, name])
  const { asked, askAgain } = useAsked(ask)
  const [wasOvertaken, setOvertaken] = useState(false)
  const [isRestoring, setRestoring] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const { sources, live } = asked.answer ?? {}

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
      askAgain()
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
        asked.status === 'failed' ? (
          <AskFailed title={rulesTexts.versionFailed} error={asked.error} askAgain={askAgain} />
        ) : (
          <Skeleton rows={4} />
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
