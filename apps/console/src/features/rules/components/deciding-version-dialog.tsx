import { useCallback } from 'react'
import { getVersion, loadSources, type RulesVersion } from '../../../rules/published-rules.ts'
import type { RulesArea } from '../../../rules/rules-area.ts'
import { useProject } from '../../../session/project-context.tsx'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { AskFailed } from '../../../ui/asked-list.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAsked } from '../../../ui/use-asked.ts'
import type { DecidingPlace } from '../deciding-place.ts'
import { RulesEditor } from '../editor/rules-editor.tsx'

/** The version that decided a past request and does not hold any more, at the line that did. */
export function DecidingVersionDialog({
  area,
  place: { id, fileName, line, column },
  onCompare,
  onClose,
}: {
  readonly area: RulesArea
  readonly place: Extract<DecidingPlace, { kind: 'version' }>
  readonly onCompare: (version: RulesVersion) => void
  readonly onClose: () => void
}) {
  const project = useProject()
  const ask = useCallback(async () => {
    const version = await getVersion(project, id)
    const { main, others } = await loadSources(project, area, version.name)
    const target = { line, column }
    return { version, source: [main, ...others].find(({ name }) => name === fileName) ?? main, target }
  }, [project, id, area, fileName, line, column])
  const { asked, askAgain } = useAsked(ask)
  const { answer } = asked
  return (
    <Dialog isOpen width="wide" title={rulesTexts.decidedByLine(fileName, line)} onClose={onClose}>
      {answer === undefined ? (
        asked.status === 'failed' ? (
          <AskFailed title={rulesTexts.versionFailed} error={asked.error} askAgain={askAgain} />
        ) : (
          <Skeleton rows={6} />
        )
      ) : (
        <div className="grid gap-3">
          <p className="text-table text-ink-2">
            {rulesTexts.versionTitle(formatDateTime(answer.version.createdAt))}
            {answer.version.note !== '' && ` · ${answer.version.note}`}
          </p>
          <div className="h-[45dvh] overflow-hidden rounded border border-line">
            <RulesEditor
              label={rulesTexts.editorOf(fileName)}
              value={answer.source.content}
              isReadOnly
              issues={noIssues}
              markedLine={line}
              target={answer.target}
            />
          </div>
          <DialogActions>
            <Button onPress={onClose}>{rulesTexts.close}</Button>
            <Button onPress={() => onCompare(answer.version)}>{rulesTexts.compareWithLive}</Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  )
}

const noIssues: readonly never[] = []
