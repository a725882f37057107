import { useState } from 'react'
import { filesTexts } from '../../../texts/en/files.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { MiddleTruncated } from '../../../ui/middle-truncated.tsx'
import { visibleDirections } from '../../../texts/visible-directions.ts'
import { Select } from '../../../ui/select.tsx'
import { placeOf } from '../../../shared/files/file-path.ts'
import type { ClashAnswer } from '../name-clashes.ts'

const answers: readonly { readonly id: ClashAnswer; readonly label: string }[] = (
  ['keep-both', 'replace', 'skip'] as const
).map((id) => ({ id, label: filesTexts.clashAnswers[id] }))

/** At most so many are asked about one by one. */
const singlesMax = 100

/** Names that are taken: what to do with each, or with all of them at once. Keeping both is what loses nothing. */
export function NameClashDialog({
  clashes,
  leave = filesTexts.nothingToUpload,
  onSettle,
  onClose,
}: {
  readonly clashes: readonly string[]
  /** The button that does nothing with any of them. */
  readonly leave?: string
  readonly onSettle: (answers: ReadonlyMap<string, ClashAnswer>) => void
  readonly onClose: () => void
}) {
  const [all, setAll] = useState<ClashAnswer>('keep-both')
  const [single, setSingle] = useState<ReadonlyMap<string, ClashAnswer>>(new Map())
  const [first] = clashes
  const isOne = clashes.length === 1
  return (
    <Dialog isOpen onClose={onClose} title={filesTexts.clashTitle(clashes.length)} width="medium">
      <div className="grid gap-4">
        <p className="text-body text-ink-2">{filesTexts.clashText}</p>
        <Choice
          label={isOne && first !== undefined ? visibleDirections(placeOf(first).name) : filesTexts.clashAll}
          options={answers}
          value={all}
          onChange={(chosen) => {
            setAll(chosen)
            setSingle(new Map())
          }}
        />
        {!isOne && (
          <ul className="max-h-64 overflow-y-auto rounded border border-line">
            {clashes.slice(0, singlesMax).map((path) => (
              <li key={path} className="flex items-center gap-3 border-b border-line py-1.5 pr-2 pl-3 last:border-b-0">
                <bdi className="flex min-w-0 flex-1 font-mono text-code" title={visibleDirections(path)}>
                  <MiddleTruncated text={placeOf(path).name} tail={8} />
                </bdi>
                <div className="w-32 shrink-0">
                  <Select
                    label={filesTexts.clashOf(path)}
                    hasHiddenLabel
                    size="small"
                    options={answers}
                    value={single.get(path) ?? all}
                    onChange={(chosen) => setSingle(new Map(single).set(path, chosen))}
                  />
                </div>
              </li>
            ))}
            {clashes.length > singlesMax && (
              <li className="px-3 py-2 text-table text-ink-2">
                {filesTexts.moreClashes(formatNumber(clashes.length - singlesMax))}
              </li>
            )}
          </ul>
        )}
        <DialogActions>
          <Button onPress={onClose}>{leave}</Button>
          <Button
            variant="primary"
            onPress={() => onSettle(new Map(clashes.map((path) => [path, single.get(path) ?? all])))}
          >
            {filesTexts.goOn}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
