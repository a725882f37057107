import { useEffect, useRef } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { valueAt, type ValuePath } from '../draft/changes.ts'
import type { Editing } from '../draft/use-draft.ts'
import { useLastWriter } from '../history/use-last-writer.ts'
import { formatPath, keyOf } from '../tree-rows.ts'
import type { TypedFields } from '../../../documents/values/typed-value.ts'
import { ValueText } from './value-text.tsx'

/** What is being edited was changed elsewhere, or deleted: both sides, and the choice between them. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { conflicts, isDeletedMeanwhile } = props.editing
  return isDeletedMeanwhile || conflicts.length > 0 ? <Conflict {...props} /> : null
}

interface ConflictNoticeProps {
  readonly editing: Editing
  readonly path: string
  /** What the server holds. */
  readonly saved: TypedFields
}

function Conflict({ editing, path, saved }: ConflictNoticeProps) {
  const contested = editing.isDeletedMeanwhile ? undefined : editing.conflicts.map((conflict) => conflict.path)
  const who = useLastWriter(path, saved, contested)
  const first = editing.conflicts[0]
  const inConflict = first && keyOf(first.path)
  // The field it is about stays in sight beside it.
  useEffect(() => {
    if (inConflict === undefined) return
    document
      .querySelector(`[role=treegrid] [data-key="${CSS.escape(inConflict)}"]`)
      ?.scrollIntoView({ block: 'center' })
  }, [inConflict])
  if (editing.isDeletedMeanwhile) {
    return (
      <Notice
        tone="attention"
        isAnnounced
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="small" onPress={editing.keepDeleted}>
              {dataTexts.keepDeleted}
            </Button>
            <Button size="small" onPress={editing.discard}>
              {dataTexts.letItGo}
            </Button>
          </span>
        }
      >
        {dataTexts.deletedMeanwhile(who)}
      </Notice>
    )
  }
  return (
    <Notice tone="attention" isAnnounced>
      <p>{dataTexts.conflict(editing.conflicts.length, who)}</p>
      <ul className="mt-2 grid gap-3">
        {editing.conflicts.map(({ path, value }) => (
          <li key={keyOf(path)} className="grid gap-1">
            <bdi className="font-mono text-code font-medium">{formatPath(path)}</bdi>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              <dt className="text-ink-2">{dataTexts.mine}</dt>
              <dd className="font-mono text-code break-words">
                <ValueText value={value} />
              </dd>
              <dt className="text-ink-2">{dataTexts.theirs}</dt>
              <dd className="font-mono text-code break-words">
                <ValueText value={valueAt(saved, path)} />
              </dd>
            </dl>
            <span className="flex flex-wrap gap-2">
              <Button
                size="small"
                aria-label={dataTexts.keepMineOf(formatPath(path))}
                onPress={() => editing.keepMine(path)}
              >
                {dataTexts.keepMine}
              </Button>
              <Button
                size="small"
                aria-label={dataTexts.takeTheirsOf(formatPath(path))}
                onPress={() => editing.takeTheirs(path)}
              >
                {dataTexts.takeTheirs}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

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
