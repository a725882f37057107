import { Columns3 } from 'lucide-react'
import { columnTexts } from '../../../texts/en/data-columns.ts'
import { queryTexts } from '../../../texts/en/data-query.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { formatNumber } from '../../../texts/format.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PopoverButton } from '../../../ui/popover-button.tsx'
import type { SeenFields } from '../filters/seen-fields.ts'

/** Which fields the table has as columns. */
export function ColumnPicker({
  seen,
  columns,
  onChange,
  onReset,
}: {
  readonly seen: SeenFields
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
  /** All columns as they are for somebody who has arranged none; undefined where they are so. */
  readonly onReset: (() => void) | undefined
}) {
  // What a map holds is told by the map.
  const hidden = [...seen].filter(([field, { path }]) => path.length === 1 && !columns.includes(field)).length
  const offered = [...new Set([...columns, ...[...seen.keys()].toSorted()])]
  return (
    <PopoverButton
      label={queryTexts.chooseColumns}
      trigger={(props) =>
        hidden === 0 ? (
          <IconButton {...props} label={queryTexts.chooseColumns}>
            <Columns3 />
          </IconButton>
        ) : (
          <Button
            {...props}
            variant="quiet"
            icon={<Columns3 />}
            short={formatNumber(hidden)}
            aria-label={`${queryTexts.chooseColumns}, ${columnTexts.hidden(hidden)}`}
          >
            {columnTexts.hidden(hidden)}
          </Button>
        )
      }
    >
      {() =>
        offered.length === 0 ? (
          <p className="text-table text-ink-2">{queryTexts.noColumns}</p>
        ) : (
          <>
            <ul className="grid gap-1">
              {offered.map((column) => (
                <li key={column}>
                  <Checkbox
                    isSelected={columns.includes(column)}
                    onChange={(isSelected) =>
                      onChange(isSelected ? [...columns, column] : columns.filter((one) => one !== column))
                    }
                  >
                    <bdi>{column}</bdi>
                  </Checkbox>
                </li>
              ))}
            </ul>
            {onReset !== undefined && (
              <div className="mt-3 flex justify-end border-t border-line pt-3">
                <Button size="small" onPress={onReset}>
                  {columnTexts.reset}
                </Button>
              </div>
            )}
          </>
        )
      }
    </PopoverButton>
  )
}
