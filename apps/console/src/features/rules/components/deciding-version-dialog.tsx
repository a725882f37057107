import { useMemo } from 'react'
import type { RulesVersion } from '../../../shared/rules/published-rules.ts'
import type { RulesArea } from '../../../shared/rules/rules-area.ts'
import { rulesTexts } from '../../../texts/en/rules.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatDateTime } from '../../../texts/format.ts'
import { QueryContent } from '../../../ui/query-content.tsx'
import type { DecidingPlace } from '../deciding-place.ts'
import { RulesEditor } from '../editor/rules-editor.tsx'
import { useVersion } from '../queries/rules-queries.ts'

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
  const query = useVersion(area, id)
  const target = useMemo(() => ({ line, column }), [line, column])
  return (
    <Dialog isOpen width="wide" title={rulesTexts.decidedByLine(fileName, line)} onClose={onClose}>
      <QueryContent query={query} failed={rulesTexts.versionFailed}>
        {({ version, sources: { main, others } }) => (
          <div className="grid gap-3">
            <p className="text-table text-ink-2">
              {rulesTexts.versionTitle(formatDateTime(version.createdAt))}
              {version.note !== '' && ` · ${version.note}`}
            </p>
            <div className="h-[45dvh] overflow-hidden rounded border border-line">
              <RulesEditor
                label={rulesTexts.editorOf(fileName)}
                value={([main, ...others].find(({ name }) => name === fileName) ?? main).content}
                isReadOnly
                issues={noIssues}
                markedLine={line}
                target={target}
              />
            </div>
            <DialogActions>
              <Button onPress={onClose}>{rulesTexts.close}</Button>
              <Button onPress={() => onCompare(version)}>{rulesTexts.compareWithLive}</Button>
            </DialogActions>
          </div>
        )}
      </QueryContent>
    </Dialog>
  )
}

const noIssues: readonly never[] = []
