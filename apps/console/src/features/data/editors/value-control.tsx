import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { MemberKey } from '../../../documents/values/members.ts'
import type { ValueType } from '../../../documents/values/typed-value.ts'
import { BytesControl } from './bytes-control.tsx'
import { GeoPointControl } from './geo-point-control.tsx'
import { MembersControl } from './members-control.tsx'
import { ReferenceControl } from './reference-control.tsx'
import { TimestampControl } from './timestamp-control.tsx'
import type { ControlProps } from './control-props.ts'
import { Switch } from '../../../ui/switch.tsx'
import { parseText } from '../../../documents/values/editor-text.ts'

export interface ValueControlProps extends ControlProps {
  readonly type: ValueType
  /** In a cell of a table, whose panel says what Enter does. */
  readonly isInCell: boolean
  /** undefined where the server works nothing out. */
  readonly onServerTime: (() => void) | undefined
  /** Opens the editor of what stands in a map or an array; undefined for a new value. */
  readonly onOpenMember: (key: MemberKey | undefined) => void
}

/** The control that fits a type. Give it the type as its key: what it shows beside the text is made once. */
export function ValueControl({ type, isInCell, onServerTime, onOpenMember, ...control }: ValueControlProps) {
  const { field, autoFocus } = control
  const help = valueTexts.help[type]
  const line = {
    ...field,
    autoFocus,
    label: dataTexts.value,
    isMonospaced: true,
    ...(help !== undefined && { description: help }),
  }
  switch (type) {
    case 'server-time':
      return <p className="self-end pb-1.5 text-table text-ink-2">{help}</p>
    case 'boolean':
      return <BooleanControl {...control} />
    case 'timestamp':
      return <TimestampControl {...control} onServerTime={onServerTime} />
    case 'geopoint':
      return <GeoPointControl {...control} />
    case 'reference':
      return <ReferenceControl {...control} />
    case 'bytes':
      return <BytesControl {...control} />
    case 'vector':
      return <VectorControl {...control} />
    case 'map':
    case 'array':
    case 'array-add':
    case 'array-remove':
      return <MembersControl {...control} type={type} onOpenMember={onOpenMember} />
    case 'null':
    case 'string':
      return (
        <TextArea
          {...line}
          rows={rowsFor(field.value)}
          description={<TextHelp isNull={type === 'null'} isInCell={isInCell} />}
        />
      )
    case 'integer':
    case 'double':
    case 'increment':
      return <TextField {...line} />
  }
}

/** The keys of a text where there are some, and what becomes of null. */
function TextHelp({ isNull, isInCell }: { readonly isNull: boolean; readonly isInCell: boolean }) {
  return (
    <>
      {isNull && `${valueTexts.help.null} ${valueTexts.overNull} `}
      <span className="touch:hidden">{isInCell ? valueTexts.lineBreak : valueTexts.textKeys}</span>
    </>
  )
}

function rowsFor(text: string): number {
  return Math.min(14, Math.max(2, text.split('\n').length))
}

/** On is true, and the word says so. */
function BooleanControl({ field, autoFocus, onText }: ControlProps) {
  const isOn = field.value === 'true'
  return (
    <div className="flex items-center gap-3 self-end pb-1.5 touch:pb-2.5">
      <Switch label={dataTexts.value} isOn={isOn} autoFocus={autoFocus} onChange={(next) => onText(String(next))} />
      <span className="font-mono text-code" aria-hidden="true">
        {String(isOn)}
      </span>
    </div>
  )
}

/** The numbers of a vector, and how many they are: a search finds only vectors of one length. */
function VectorControl({ field, autoFocus, onText }: ControlProps) {
  const parsed = parseText('vector', field.value)
  const length = 'value' in parsed && parsed.value.kind === 'vector' ? parsed.value.values.length : undefined
  return (
    <TextArea
      {...field}
      onChange={onText}
      label={dataTexts.value}
      autoFocus={autoFocus}
      rows={3}
      isMonospaced
      description={
        <>
          {length !== undefined && <span className="font-medium text-ink-1">{valueTexts.dimensions(length)} </span>}
          {valueTexts.help.vector}
        </>
      }
    />
  )
}
