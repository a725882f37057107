import { dataTexts } from '../../../texts/en/data.ts'
import { valueTexts } from '../../../texts/en/data-values.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { MemberKey } from '../../../documents/values/members.ts'
import type { ValueType } from '../../../documents/values/typed-value.ts'
import { CellControl } from './cell-control.tsx'
import { CellJsonControl, CellReferenceControl, CellTimeControl } from './cell-value-controls.tsx'
import { useReferenceOptions } from './use-reference-options.ts'
import { BytesControl } from './bytes-control.tsx'
import { MembersControl } from './members-control.tsx'
import { TimestampControl } from './timestamp-control.tsx'
import type { ControlProps } from './control-props.ts'
import { Switch } from '../../../ui/switch.tsx'
import { parseText } from '../../../documents/values/editor-text.ts'
import { ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { databaseSearch } from '../../../shared/databases/database-search.ts'
import { useDatabase } from '../../../shared/databases/use-databases.ts'
import { ComboField } from '../../../ui/combo-field.tsx'
import { TextLink, OutsideLink } from '../../../ui/text-link.tsx'
import { encodePath } from '../../../documents/data-path.ts'

export interface ValueControlProps extends ControlProps {
  readonly type: ValueType
  /** In a cell of a table, whose panel says what Enter does. */
  readonly isInCell: boolean
  /** It lies over the cell, with the texts that the field usually has; undefined where it doesn't. */
  readonly overCell?: readonly string[] | undefined
  /** undefined where the server works nothing out. */
  readonly onServerTime: (() => void) | undefined
  /** Opens the editor of what stands in a map or an array; undefined for a new value. */
  readonly onOpenMember: (key: MemberKey | undefined) => void
}

/** The control that fits a type. Give it the type as its key: what it shows beside the text is made once. */
export function ValueControl({ type, isInCell, overCell, onServerTime, onOpenMember, ...control }: ValueControlProps) {
  const { field, autoFocus } = control
  const help = valueTexts.help[type]
  const line = {
    ...field,
    autoFocus,
    label: dataTexts.value,
    isMonospaced: true,
    ...(help !== undefined && { description: help }),
  }
  if (overCell !== undefined && type === 'timestamp') return <CellTimeControl {...control} />
  if (overCell !== undefined && type === 'reference') return <CellReferenceControl {...control} />
  if (overCell !== undefined && type !== 'boolean') return <CellControl {...control} type={type} texts={overCell} />
  if (isInCell && (type === 'map' || type === 'array')) return <CellJsonControl {...control} type={type} />
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

/** The path of a document of the same database, found while it is typed: by the names of collections, and by ids or how they begin. */
function ReferenceControl({ field, autoFocus, onText }: ControlProps) {
  const database = useDatabase()
  const options = useReferenceOptions(field.value)
  const parsed = parseText('reference', field.value)
  const target = 'value' in parsed && parsed.value.kind === 'reference' ? parsed.value : undefined
  return (
    <div className="min-w-0">
      <ComboField
        {...field}
        onChange={onText}
        label={dataTexts.value}
        options={options}
        autoFocus={autoFocus}
        description={valueTexts.help.reference}
      />
      {target !== undefined && target.database === undefined && (
        <p className="mt-1.5 text-table">
          <TextLink
            to="/projects/$project/data/$"
            params={{ project: database.project.id, _splat: encodePath(target.path) }}
            search={databaseSearch(database.id)}
            target="_blank"
          >
            <span className="inline-flex items-center gap-1">
              {valueTexts.openInTab}
              <ArrowUpRight className="size-3.5" aria-hidden="true" />
            </span>
          </TextLink>
        </p>
      )}
    </div>
  )
}

/** Latitude and longitude, and the way to where that is. */
function GeoPointControl({ field, autoFocus, onText }: ControlProps) {
  const [parts, setParts] = useState(() => partsOf(field.value))
  /** What stands in the first box while somebody writes both into it. */
  const [both, setBoth] = useState<string>()
  const parsed = parseText('geopoint', field.value)
  const point = 'value' in parsed && parsed.value.kind === 'geopoint' ? parsed.value : undefined

  const change = (part: Partial<typeof parts>): void => {
    const next = { ...parts, ...part }
    setParts(next)
    onText(`${next.latitude}, ${next.longitude}`)
  }
  const { error, ...box } = field
  // Of each box what is wrong with it.
  const errorOf = (text: string, most: number, range: string): { error?: string } => {
    if (error === undefined) return {}
    const degrees = text === '' ? Number.NaN : Number(text)
    if (Number.isNaN(degrees)) return { error: valueTexts.notDegrees }
    return Math.abs(degrees) > most ? { error: range } : {}
  }
  return (
    <div className="grid gap-3 @md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
      <div className="grid content-start gap-3">
        <TextField
          {...box}
          {...errorOf(parts.latitude, 90, valueTexts.latitudeRange)}
          label={valueTexts.latitude}
          value={both ?? parts.latitude}
          autoFocus={autoFocus}
          onChange={(text) => {
            // Both at once, as maps on the web give them.
            const isBoth = text.includes(',')
            setBoth(isBoth ? text : undefined)
            change(isBoth ? partsOf(text) : { latitude: text.trim() })
          }}
          onBlur={(event) => {
            setBoth(undefined)
            field.onBlur(event)
          }}
          isMonospaced
        />
        <TextField
          {...errorOf(parts.longitude, 180, valueTexts.longitudeRange)}
          label={valueTexts.longitude}
          name="longitude"
          value={parts.longitude}
          onChange={(longitude) => change({ longitude: longitude.trim() })}
          onBlur={field.onBlur}
          isMonospaced
        />
      </div>
      {point !== undefined && (
        <p className="mt-1.5 text-table">
          <OutsideLink href={mapOf(point)}>{valueTexts.showOnMap}</OutsideLink>
        </p>
      )}
    </div>
  )
}

function partsOf(text: string): { readonly latitude: string; readonly longitude: string } {
  const [latitude = '', longitude = ''] = text.split(',')
  return { latitude: latitude.trim(), longitude: longitude.trim() }
}

function mapOf({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  return `https://www.openstreetmap.org/?${new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) })}`
}
