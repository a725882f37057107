import { useEffect, useRef } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { formatPath } from '../tree-rows.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { type ValuePath, valueAt } from '../draft/changes.ts'
import { useLastWriter } from '../history/use-last-writer.ts'
import { ValueText } from './value-text.tsx'

/** The field whose editor is open was changed elsewhere: what it is now, and the choice before anything is taken over. */
export function OvertakenNotice({
  document,
  path,
  fields,
  onKeepMine,
  onTakeTheirs,
}: {
  /** Its path. */
  readonly document: string
  /** Of the field. */
  readonly path: ValuePath
  /** What the document holds now. */
  readonly fields: TypedFields
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}) {
  const who = useLastWriter(document, fields, [path])
  const field = formatPath(path)
  const place = useRef<HTMLDivElement>(null)
  // Below what is typed, which stays where it is as long as there is room.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const keepMine = (): void => {
    // The button goes with the notice.
    const editor = place.current?.closest('[role=gridcell]')
    const value = editor?.querySelector<HTMLElement>('[name=value]')
    ;(value ?? editor?.querySelector<HTMLElement>('form button'))?.focus()
    onKeepMine()
  }
  return (
    <div ref={place} className="scroll-mb-18 pb-3 tablet:scroll-mb-0">
      <Notice
        tone="attention"
        isAnnounced
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" aria-label={dataTexts.keepMineOf(field)} onPress={keepMine}>
              {dataTexts.keepMine}
            </Button>
            <Button size="small" aria-label={dataTexts.takeTheirsOf(field)} onPress={onTakeTheirs}>
              {dataTexts.takeTheirs}
            </Button>
          </span>
        }
      >
        <p>{dataTexts.overtaken(who)}</p>
        <p className="font-mono text-code break-words">
          <ValueText value={valueAt(fields, path)} />
        </p>
      </Notice>
    </div>
  )
}
