import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { formatText, parseText } from '../../../documents/values/editor-text.ts'
import {
  type Holder,
  type MemberKey,
  membersOf,
  withMoved,
  withoutMember,
  isHolder,
} from '../../../documents/values/members.ts'
import { preview } from '../../../documents/values/preview.ts'
import type { TypedValue, ValueType } from '../../../documents/values/typed-value.ts'
import type { ControlProps } from './control-props.ts'

/** More are edited as JSON. */
const listedMax = 200

/** What stands in a map or an array, one by one, or all of it as JSON. */
export function MembersControl({
  type,
  field,
  autoFocus,
  onText,
  onOpenMember,
}: ControlProps & { readonly type: Holder['kind']; readonly onOpenMember: (key: MemberKey | undefined) => void }) {
  const [isJson, setJson] = useState(false)
  const holder = useMemo(() => holderIn(type, field.value), [type, field.value])
  const members = holder === undefined ? [] : membersOf(holder)
  const change = (next: Holder): void => onText(formatText(next))
  const isMap = type === 'map'
  return (
    <div className="grid min-w-0 gap-2">
      <Choice
        label={dataTexts.value}
        options={[
          { id: 'list', label: isMap ? valueTexts.asFields : valueTexts.asElements },
          { id: 'json', label: dataTexts.json },
        ]}
        // A text with a mistake can only be mended where it stands.
        value={isJson || holder === undefined ? 'json' : 'list'}
        onChange={(chosen) => setJson(chosen === 'json')}
      />
      {isJson || holder === undefined ? (
        <TextArea
          {...field}
          onChange={onText}
          label={valueTexts.valueAsJson}
          autoFocus={autoFocus}
          isMonospaced
          rows={Math.min(14, Math.max(3, field.value.split('\n').length))}
          {...(valueTexts.help[type] !== undefined && { description: valueTexts.help[type] })}
        />
      ) : (
        <>
          {members.length > 0 && (
            <ul className="max-h-72 divide-y divide-line overflow-auto rounded border border-line bg-ground-1">
              {members.slice(0, listedMax).map(([key, value]) => (
                <Member
                  key={key}
                  name={isMap ? String(key) : `[${key}]`}
                  value={value}
                  onEdit={() => onOpenMember(key)}
                  onRemove={() => change(withoutMember(holder, key))}
                  onMove={typeof key === 'number' ? (by) => change(withMoved(holder, key, by)) : undefined}
                  isFirst={key === 0}
                  isLast={key === members.length - 1}
                />
              ))}
            </ul>
          )}
          {members.length > listedMax && (
            <p className="text-table text-ink-2">{dataTexts.moreInside(members.length - listedMax)}</p>
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button size="small" icon={<Plus />} autoFocus={autoFocus} onPress={() => onOpenMember(undefined)}>
              {isMap ? dataTexts.addField : valueTexts.addElement}
            </Button>
            <span className="text-table text-ink-2">{valueTexts.membersHelp[type](members.length)}</span>
          </div>
        </>
      )}
    </div>
  )
}

function Member({
  name,
  value,
  onEdit,
  onRemove,
  onMove,
  isFirst,
  isLast,
}: {
  readonly name: string
  readonly value: TypedValue
  readonly onEdit: () => void
  readonly onRemove: () => void
  /** undefined where there is no order. */
  readonly onMove: ((by: 1 | -1) => void) | undefined
  readonly isFirst: boolean
  readonly isLast: boolean
}) {
  return (
    <li className="flex min-h-(--row) items-center gap-2 px-2 text-table">
      <bdi className="max-w-[40%] shrink-0 truncate font-mono text-code">{name}</bdi>
      <span className="hidden shrink-0 text-ink-2 @md:inline">{valueTexts.types[value.kind]}</span>
      <bdi className="min-w-0 flex-1 truncate font-mono text-code" title={preview(value)}>
        {preview(value)}
      </bdi>
      {onMove !== undefined && (
        <>
          <IconButton size="small" label={valueTexts.moveUp(name)} isDisabled={isFirst} onPress={() => onMove(-1)}>
            <ArrowUp />
          </IconButton>
          <IconButton size="small" label={valueTexts.moveDown(name)} isDisabled={isLast} onPress={() => onMove(1)}>
            <ArrowDown />
          </IconButton>
        </>
      )}
      <IconButton size="small" label={valueTexts.editMember(name)} onPress={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton size="small" label={valueTexts.removeMember(name)} onPress={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  )
}

const holderTypes: readonly ValueType[] = ['map', 'array', 'array-add', 'array-remove']

export function isHolderType(type: ValueType): type is Holder['kind'] {
  return holderTypes.includes(type)
}

/** What a text of the editor's JSON holds; undefined while it has a mistake. */
export function holderIn(type: Holder['kind'], text: string): Holder | undefined {
  const parsed = parseText(type, text)
  return 'value' in parsed && isHolder(parsed.value) ? parsed.value : undefined
}
