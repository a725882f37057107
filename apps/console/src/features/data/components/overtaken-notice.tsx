import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatPath } from '../tree-rows.ts'
import type { TypedValue } from '../../../documents/values/typed-value.ts'
import type { ValuePath } from '../draft/changes.ts'
import { ValueText } from './value-text.tsx'

/** Somebody else changed the field whose editor is open: what it is now, and the choice before anything is taken over. */
export function OvertakenNotice({
  path,
  now,
  onKeepMine,
  onTakeTheirs,
}: {
  readonly path: ValuePath
  /** undefined when the field is gone. */
  readonly now: TypedValue | undefined
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}) {
  const field = formatPath(path)
  return (
    <div className="pt-2">
      <Notice
        tone="attention"
        isAnnounced
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" aria-label={dataTexts.keepMineOf(field)} onPress={onKeepMine}>
              {dataTexts.keepMine}
            </Button>
            <Button size="small" aria-label={dataTexts.takeTheirsOf(field)} onPress={onTakeTheirs}>
              {dataTexts.takeTheirs}
            </Button>
          </span>
        }
      >
        <p>{dataTexts.overtaken}</p>
        <p className="font-mono text-code break-words">
          <ValueText value={now} />
        </p>
      </Notice>
    </div>
  )
}
